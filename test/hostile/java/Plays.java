import java.util.concurrent.Executors;

/** Honest, with threads of its own. */
public final class Plays {
    public static void main(String[] words) throws Exception {
        var threads = Executors.newFixedThreadPool(4);
        Bot.play(() -> {
            for (var i = 0; i < 8; i++) threads.submit(() -> Math.sqrt(2));
        });
        threads.shutdownNow();
    }
}
