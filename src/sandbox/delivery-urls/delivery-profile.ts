import { BlockList, isIP } from "node:net";

/** Restricts the addresses to which deliveries may go. */
export type DeliveryProfile = {
  /**
   * `local`: the public internet and loopback; for a sandbox that is bound to loopback.
   * `shared`: the public internet only.
   */
  readonly reach: "local" | "shared";
  /** Networks that are allowed in addition. */
  readonly allowed: { readonly check: (address: string, family: "ipv4" | "ipv6") => boolean };
  /** Accepts certificates that cannot be verified; in the `local` profile only. */
  readonly insecureTls: boolean;
  /** The base URLs of the sandbox itself (service, billing, admin), which would cause delivery loops. */
  readonly listOwnUrls: () => readonly string[];
};

export type DeliveryProfileOptions = {
  readonly reach: "local" | "shared";
  /** Networks such as `10.1.0.0/16`, or single addresses. */
  readonly allow?: readonly string[];
  readonly insecureTls?: boolean;
  readonly listOwnUrls?: () => readonly string[];
};

/** @throws {RangeError} when a network is invalid, or `insecureTls` is set in the `shared` profile */
export function createDeliveryProfile(options: DeliveryProfileOptions): DeliveryProfile {
  const { reach, allow = [], insecureTls = false, listOwnUrls = () => [] } = options;
  if (insecureTls && reach === "shared") {
    throw new RangeError("insecureTls requires a sandbox that is bound to loopback");
  }
  return { reach, allowed: parseNetworks(allow), insecureTls, listOwnUrls };
}

/**
 * Checks whether deliveries may go to an address. Refuses all IPv6 addresses that embed an IPv4 address: they have many
 * forms, and no listener needs them.
 *
 * @returns the reason when the address is not allowed
 */
export function checkAddress(address: string, { reach, allowed }: DeliveryProfile): string | undefined {
  const plain = address.replace(/%.*$/, "");
  const version = isIP(plain);
  if (version === 0) return `${address} is not an IP address`;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (allowed.check(plain, family)) return undefined;
  if (isLoopbackAddress(plain)) {
    return reach === "local" ? undefined : `${plain} is this machine; only public addresses are allowed`;
  }
  const isReserved = version === 4 ? RESERVED_IPV4.check(plain, family) : RESERVED_IPV6.check(plain, family);
  const accepted = reach === "local" ? "loopback and public addresses" : "public addresses";
  return isReserved ? `${plain} is not a public address; only ${accepted} are allowed` : undefined;
}

/** Whether a host is an IP address rather than a name. */
export function isIpAddress(host: string): boolean {
  return isIP(host) !== 0;
}

/** Whether an IP address in canonical form is a loopback address. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith("127.") : address === "::1";
}

/** @throws {RangeError} when a text is not a network */
function parseNetworks(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [, address = "", prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    if (version === 0 || length > bits) {
      throw new RangeError(`"${text}" is not a network; expected a network such as 10.1.0.0/16 or fd00::/8`);
    }
    list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

// IANA's special-purpose address registries (RFC 6890 and its updates). Each list holds one family only, because
// `BlockList` also looks for IPv4 addresses among IPv6 networks.
const RESERVED_IPV4 = parseNetworks([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
]);

// Everything outside global unicast (2000::/3), which includes IPv4-mapped, NAT64 and unique local addresses. Inside
// it, tunnels that embed IPv4 addresses (Teredo, 6to4) and documentation addresses.
const RESERVED_IPV6 = parseNetworks([
  ...["::/3", "4000::/2", "8000::/1"],
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
]);
