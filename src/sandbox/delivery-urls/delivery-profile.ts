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

/**
 * Checks whether deliveries may go to a URL. Host names are not resolved here: their addresses can change, so they are
 * checked when a delivery is sent.
 *
 * Checks the URL as parsed by the WHATWG parser, because connections use that: `http://2130706433` is loopback. Refuses
 * spellings that the parser corrects silently, because other programs may read them differently.
 *
 * @returns the reason when the URL is not allowed
 */
export function checkDeliveryUrl(text: string, profile: DeliveryProfile): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `it has ${text.length} characters; expected at most ${MAX_URL_LENGTH}`;
  if (!/^[!-~]+$/.test(text))
    return "it has characters other than printable ASCII; percent-encode them, or use Punycode in the host";
  if (text.includes("\\")) return "it has a backslash; use slashes";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return "it is not an absolute URL; expected a URL such as https://listener.example/events";
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `its scheme is ${url.protocol.slice(0, -1)}; expected http or https`;
  }
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return "its scheme must be followed by two slashes";
  if (authority.includes("@"))
    return "it has user information; remove it, deliveries are authenticated by their signature";
  if (text.includes("#")) return "it has a fragment; remove it, fragments are never sent";
  const port = getPort(url);
  if (BLOCKED_PORTS.has(port)) return `port ${port} is blocked because another protocol uses it`;
  return checkHostSpelling(url, authority) ?? checkHost(url, profile) ?? checkOwnAddress(url, profile);
}

/** The port of a URL, explicit or default. */
export function getPort(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

/** The host to connect to: an IPv6 address without brackets, a name without a trailing dot. */
export function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Refuses hosts that the parser rewrites, such as numbers in place of an address or encoded characters. */
function checkHostSpelling(url: URL, authority: string): string | undefined {
  const written = authority.replace(/:\d*$/, "").toLowerCase();
  if (written.startsWith("[") || written === url.hostname) return undefined;
  return `its host is parsed as ${url.hostname}; write it that way`;
}

function checkHost(url: URL, profile: DeliveryProfile): string | undefined {
  const host = getHost(url);
  if (isIpAddress(host)) return checkAddress(host, profile);
  if (isLocalName(host)) return checkAddress("127.0.0.1", profile) && `${host} is this machine`;
  return METADATA_HOSTS.has(host) ? `${host} is a cloud metadata service` : undefined;
}

function checkOwnAddress(url: URL, { listOwnUrls }: DeliveryProfile): string | undefined {
  const isOwn = listOwnUrls().some((text) => {
    const other = new URL(text);
    if (getPort(other) !== getPort(url)) return false;
    return other.hostname === url.hostname || (isLocalHost(other) && isLocalHost(url));
  });
  return isOwn ? "it is a URL of the sandbox itself" : undefined;
}

function isLocalHost(url: URL): boolean {
  const host = getHost(url);
  return isLocalName(host) || host === "0.0.0.0" || host === "::" || (isIpAddress(host) && isLoopbackAddress(host));
}

/** RFC 6761, section 6.3. */
function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

const MAX_URL_LENGTH = 2048;

const METADATA_HOSTS: ReadonlySet<string> = new Set(["metadata.google.internal", "metadata.goog", "instance-data"]);

/** Ports of services that could misinterpret an HTTP request (Fetch Standard, section 2.9, "port blocking"). */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
  ],
  ...[532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060],
  ...[5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);
