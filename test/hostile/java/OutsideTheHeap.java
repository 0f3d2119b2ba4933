import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** Takes memory that the virtual machine does not count. */
public final class OutsideTheHeap {
    public static void main(String[] words) throws Exception {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        var unsafe = (Unsafe) field.get(null);
        Bot.play(() -> {
            for (;;) unsafe.setMemory(unsafe.allocateMemory(1 << 20), 1 << 20, (byte) 1);
        });
    }
}
