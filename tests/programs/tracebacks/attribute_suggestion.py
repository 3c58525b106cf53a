# uncaught: attribute errors suggest a near name
class Thing:
    def __init__(self):
        self.velocity = 1
        self.position = 2
    def update(self):
        self.positon += self.velocity
Thing().update()
