z = "late"
