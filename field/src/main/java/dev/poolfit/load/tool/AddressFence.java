package dev.poolfit.load.tool;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.LoadGuard;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Names everything but the loopback and the hosts that a load allows, as ranges of addresses in CIDR notation. A tool
 * that blocks those cannot send load to a machine that nobody named, whatever its script says.
 */
final class AddressFence {
    private record Range(BigInteger prefix, int length, int bits) {
        boolean within(BigInteger other, int otherLength) {
            return otherLength <= length
                    && prefix.shiftRight(bits - otherLength).equals(other.shiftRight(bits - otherLength));
        }
    }

    private final List<Range> open = new ArrayList<>();

    private AddressFence() {
        open.add(new Range(new BigInteger(1, new byte[] {127, 0, 0, 0}), 8, 32));
        open.add(new Range(BigInteger.ONE, 128, 128));
    }

    /** Makes the fence; throws EnvironmentFailure if an allowed host has no address. */
    static AddressFence around(Collection<String> allowedHosts) {
        var fence = new AddressFence();
        if (allowedHosts.contains(LoadGuard.ANY_HOST)) {
            fence.open.add(new Range(BigInteger.ZERO, 0, 32));
            fence.open.add(new Range(BigInteger.ZERO, 0, 128));
        }
        for (String host : allowedHosts) {
            if (LoadGuard.isLoopback(host) || host.equals(LoadGuard.ANY_HOST)) {
                continue;
            }
            try {
                for (InetAddress address : InetAddress.getAllByName(host)) {
                    int bits = address instanceof Inet4Address ? 32 : 128;
                    fence.open.add(new Range(new BigInteger(1, address.getAddress()), bits, bits));
                }
            } catch (UnknownHostException unknown) {
                throw new EnvironmentFailure(
                        "The host " + host + " of load.allow-hosts has no address.",
                        "Correct the host, or add it to /etc/hosts.",
                        unknown);
            }
        }
        return fence;
    }

    /** Returns ranges such as {@code 128.0.0.0/1}; none where every host is allowed. */
    List<String> blocked() {
        var blocked = new ArrayList<String>();
        collect(BigInteger.ZERO, 0, 32, blocked);
        collect(BigInteger.ZERO, 0, 128, blocked);
        return blocked;
    }

    private void collect(BigInteger prefix, int length, int bits, List<String> blocked) {
        List<Range> inside = open.stream()
                .filter(range -> range.bits == bits && range.within(prefix, length))
                .toList();
        if (inside.isEmpty()) {
            blocked.add(written(prefix, bits) + "/" + length);
        } else if (inside.stream().noneMatch(range -> range.length == length)) {
            collect(prefix, length + 1, bits, blocked);
            collect(prefix.setBit(bits - length - 1), length + 1, bits, blocked);
        }
    }

    private static String written(BigInteger prefix, int bits) {
        byte[] address = new byte[bits / 8];
        byte[] significant = prefix.toByteArray();
        for (int i = 0; i < Math.min(address.length, significant.length); i++) {
            address[address.length - 1 - i] = significant[significant.length - 1 - i];
        }
        try {
            // An IPv4 address within IPv6 would come back as one of IPv4.
            return bits == 32
                    ? InetAddress.getByAddress(address).getHostAddress()
                    : Inet6Address.getByAddress(null, address, -1).getHostAddress();
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
