x = "late"
