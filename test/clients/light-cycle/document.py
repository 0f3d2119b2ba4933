#!/usr/bin/python3
gridLength = int(input("ready"))
while True:
    state_string = input("ready")
    print("forward")
