print("fails runs")
value = 1
value / 0
