// A light-cycle bot: it remembers the walls and goes where the way ahead is longest. Use eprintln! to see what it
// thinks: stdout is for the host.
use std::io::{self, BufRead, Write};

const LETTERS: &str = "nesw"; // clockwise
const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// A move, and how far it turns the cycle, clockwise.
const MOVES: [(&str, usize); 3] = [("forward", 0), ("right", 1), ("left", 3)];

struct Board {
    size: i32,
    /// walls[y][x]: a cycle has been here. You die where the other one stands, too.
    walls: Vec<Vec<bool>>,
}

impl Board {
    fn is_free(&self, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0 && x < self.size && y < self.size && !self.walls[y as usize][x as usize]
    }

    /// How many free cells lie in a straight line from (x, y).
    fn room(&self, x: i32, y: i32, way: usize) -> i32 {
        let (dx, dy) = STEPS[way];
        let mut count = 0;
        while self.is_free(x + dx * (count + 1), y + dy * (count + 1)) {
            count += 1;
        }
        count
    }
}

/// YOUR IDEAS GO HERE. You stand on (x, y) and look in direction `way`; answer within 2 seconds.
fn choose_move(board: &Board, x: i32, y: i32, way: usize) -> &'static str {
    let (mut best, mut best_room) = ("forward", -1);
    for (name, quarters) in MOVES {
        let room = board.room(x, y, (way + quarters) % 4);
        if room > best_room {
            best = name;
            best_room = room;
        }
    }
    best
}

fn say(word: &str) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(out, "{}", word)?;
    out.flush()
}

/// The host's next line, or None when it has gone.
fn hear() -> io::Result<Option<String>> {
    let mut line = String::new();
    let length = io::stdin().lock().read_line(&mut line)?;
    Ok(if length == 0 { None } else { Some(line.trim().to_string()) })
}

fn main() -> io::Result<()> {
    say("ready")?;
    let size: i32 = match hear()? {
        Some(line) => line.parse().expect("a size"),
        None => return Ok(()),
    };
    let mut board = Board { size, walls: vec![vec![false; size as usize]; size as usize] };
    loop {
        say("ready")?;
        let line = match hear()? {
            Some(line) => line,
            None => return Ok(()),
        };
        let state: Vec<&str> = line.split(',').collect();
        let number = |index: usize| -> i32 { state[index].parse().expect("a number") };
        let (x, y) = (number(1), number(2));
        board.walls[y as usize][x as usize] = true;
        board.walls[number(5) as usize][number(4) as usize] = true;
        say(choose_move(&board, x, y, LETTERS.find(state[0]).expect("a direction")))?;
    }
}
