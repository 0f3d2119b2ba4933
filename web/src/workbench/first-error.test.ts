import { expect, test } from 'vitest'
import { firstError } from './first-error.ts'

test.each<[string, string, ReturnType<typeof firstError>]>([
  [
    'gcc',
    '$ g++ -O2 -o bot bot.cpp\nbot.cpp: In function ‘int main()’:\nbot.cpp:12:5: error: expected ‘;’\nbot.cpp:14:1: error: x',
    { index: 2, place: { file: 'bot.cpp', line: 12 } },
  ],
  [
    'rustc',
    'warning: unused\n --> bot.rs:2:1\n\nerror[E0425]: cannot find value `x`\n  --> bot.rs:30:9\n   |',
    { index: 3, place: { file: 'bot.rs', line: 30 } },
  ],
  ['javac', "Bot.java:7: error: ';' expected", { index: 0, place: { file: 'Bot.java', line: 7 } }],
  ['C#', 'Bot.cs(9,3): error CS1002: ; expected', { index: 0, place: { file: 'Bot.cs', line: 9 } }],
  [
    'Go',
    '# command-line-arguments\n./bot.go:5:2: undefined: x',
    { index: 0, place: { file: 'bot.go', line: 5 } },
  ],
  [
    'Python',
    'Traceback (most recent call last):\n  File "/bot/bot.py", line 3, in <module>\n    x\nNameError: name',
    { index: 0, place: { file: 'bot.py', line: 3 } },
  ],
  [
    'a syntax error of Python',
    '  File "/bot/bot.py", line 4\n    def\n       ^\nSyntaxError: invalid syntax',
    { index: 3, place: { file: 'bot.py', line: 4 } },
  ],
  ['warnings alone', 'bot.cpp:3:1: warning: unused variable', undefined],
  ['nothing', '', undefined],
])('%s', (_, log, expected) => expect(firstError(log.split('\n'))).toEqual(expected))
