class Config:
    values = {"a": 1}
    chosen = values["b"]
result = Config.chosen
