# Prompts with ready and never ends it with a line feed, which is fine.
size = int(input('ready'))
while True:
    state = input('ready')
    print('forward')
