import { BlockList, isIP } from "node:net";

/** Where deliveries may go. */
export type DeliveryProfile = {
  /**
   * `local`: of what is not the public internet, this machine's loopback only; for a sandbox that is bound to it.
   * `shared`: the public internet only.
   */
  readonly reach: "local" | "shared";
  /** What is allowed beyond that. */
  readonly allowed: { readonly check: (address: string, family: "ipv4" | "ipv6") => boolean };
  /** Whether certificates that do not verify are taken all the same; in the `local` profile only. */
  readonly insecureTls: boolean;
  /** The sandbox's own base addresses, service, billing and admin: a delivery to them would go round in a circle. */
  readonly listOwnUrls: () => readonly string[];
};

export type DeliveryProfileOptions = {
  readonly reach: "local" | "shared";
  /** Networks such as `10.1.0.0/16`, or single addresses. */
  readonly allow?: readonly string[];
  readonly insecureTls?: boolean;
  readonly listOwnUrls?: () => readonly string[];
};

/** @throws {RangeError} when a network is none, or unverified certificates are asked for in the `shared` profile. */
export function createDeliveryProfile(options: DeliveryProfileOptions): DeliveryProfile {
  const { reach, allow = [], insecureTls = false, listOwnUrls = () => [] } = options;
  if (insecureTls && reach === "shared") {
    throw new RangeError("Certificates can be left unverified only by a sandbox that is bound to loopback");
  }
  return { reach, allowed: parseNetworks(allow), insecureTls, listOwnUrls };
}

/**
 * Why nothing may be sent to an address, or undefined when it may. An IPv6 address within which an IPv4 one stands is
 * refused whichever that is: nobody needs it to reach a listener, and it has many forms.
 */
export function checkAddress(address: string, { reach, allowed }: DeliveryProfile): string | undefined {
  const plain = address.replace(/%.*$/, "");
  const version = isIP(plain);
  if (version === 0) return `${address} is no IP address`;
  const family = version === 4 ? "ipv4" : "ipv6";
  if (allowed.check(plain, family)) return undefined;
  if (isLoopbackAddress(plain)) {
    return reach === "local" ? undefined : `${plain} is this machine itself; the public internet is accepted`;
  }
  const isReserved = version === 4 ? RESERVED_IPV4.check(plain, family) : RESERVED_IPV6.check(plain, family);
  const accepted = reach === "local" ? "loopback and the public internet are" : "the public internet is";
  return isReserved ? `${plain} is not of the public internet; ${accepted} accepted` : undefined;
}

/** Whether a host is an IP address, and no name. */
export function isIpAddress(host: string): boolean {
  return isIP(host) !== 0;
}

/** Whether an IP address, in its normal form, is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith("127.") : address === "::1";
}

/** @throws {RangeError} when one is no network. */
function parseNetworks(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [, address = "", prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const length = prefix === undefined ? bits : Number(prefix);
    if (version === 0 || length > bits) {
      throw new RangeError(`"${text}" is no network; one such as 10.1.0.0/16 or fd00::/8 is accepted`);
    }
    list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

// IANA's special-purpose registries (RFC 6890 and what followed). A list holds addresses of one family only, since an
// IPv4 address is otherwise also looked for among the IPv6 networks.
const RESERVED_IPV4 = parseNetworks([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
]);

// All that is not global unicast (2000::/3), with it IPv4-mapped, NAT64 and unique local addresses; within it, tunnels
// that hold IPv4 addresses (Teredo, 6to4) and documentation.
const RESERVED_IPV6 = parseNetworks([
  ...["::/3", "4000::/2", "8000::/1"],
  ...["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"],
]);
