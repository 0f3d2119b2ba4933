import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** The honest part of every Java program here: says ready, then answers each "go N" with N. */
final class Bot {
    private Bot() {}

    /** The attack runs in the first turn. */
    static void play(Runnable attack) throws IOException {
        System.out.println("ready");
        var input = new BufferedReader(new InputStreamReader(System.in));
        var isFirst = true;
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            if (isFirst) attack.run();
            isFirst = false;
            System.out.println(line.substring(3));
        }
    }
}
