// A longest-group bot: it plays on any empty cell. Print to System.err to see what it thinks;
// System.out is for moves only.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

public class Bot {
    static final int SIZE = 11;
    static final int EMPTY = -1;

    /** board[y][x]: EMPTY, or the player whose stone is there (0 or 1). A cell is {x, y}, from 0 at the top left. */
    static final int[][] board = new int[SIZE][SIZE];

    // The host gives another seed every round. The same seed brings the same moves again; without one they vary.
    static final String seed = System.getenv("GAMEGRID_SEED");
    static final Random chance = seed == null ? new Random() : new Random(Long.parseLong(seed));

    // YOUR IDEAS GO HERE. You are player `me`; return an empty cell within 3 seconds.
    static int[] chooseMove(int me) {
        List<int[]> empty = new ArrayList<>();
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++)
                if (board[y][x] == EMPTY) empty.add(new int[] {x, y});
        return empty.get(chance.nextInt(empty.size()));
    }

    public static void main(String[] args) {
        for (int[] row : board) Arrays.fill(row, EMPTY);

        Scanner host = new Scanner(System.in);
        if (!host.hasNextInt()) return;
        int me = host.nextInt();
        for (int turn = 0; turn < SIZE * SIZE; turn++) {
            int player = turn % 2; // player 0 begins
            int[] move;
            if (player == me) {
                move = chooseMove(me);
                System.out.println(move[0] + " " + move[1]);
                System.out.flush();
            } else {
                if (!host.hasNextInt()) return; // the host has gone
                move = new int[] {host.nextInt(), host.nextInt()};
            }
            board[move[1]][move[0]] = player;
        }
    }
}
