import { checkAddress, type DeliveryProfile, isIpAddress, isLoopbackAddress } from "./delivery-profile.js";

/**
 * Why nothing can be delivered to a URL, or undefined when something can, as far as the URL itself tells. What a name
 * stands for is looked at when something is sent, since it may be another address every time.
 *
 * What is read is the URL as the WHATWG parser has it, since that is what is connected to: `http://2130706433` is loopback.
 * What a parser mends silently is refused, since other readers take it for something else.
 */
export function checkDeliveryUrl(text: string, profile: DeliveryProfile): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `it has ${text.length} characters; at most ${MAX_URL_LENGTH} are accepted`;
  if (!/^[!-~]+$/.test(text)) return "it has characters beyond printable ASCII; write them percent-encoded, or as xn--";
  if (text.includes("\\")) return "it has a backslash; a URL has slashes";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return "it is no absolute URL; one such as https://listener.example/events is accepted";
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `its scheme is ${url.protocol.slice(0, -1)}; http and https are accepted`;
  }
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return "two slashes have to stand behind its scheme";
  if (authority.includes("@")) return "it has user information; the signature tells who sends";
  if (text.includes("#")) return "it has a fragment, which is never sent";
  const port = getPort(url);
  if (BLOCKED_PORTS.has(port)) return `port ${port} is not for HTTP`;
  return checkHostSpelling(url, authority) ?? checkHost(url, profile) ?? checkOwnAddress(url, profile);
}

/** The port that a URL is connected to. */
export function getPort(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

/** The host of a URL as one connects to it: an IPv6 address without its brackets, a name without its last dot. */
export function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/** Hosts that are written in one way and read in another: numbers in place of an address, encoded characters. */
function checkHostSpelling(url: URL, authority: string): string | undefined {
  const written = authority.replace(/:\d*$/, "").toLowerCase();
  if (written.startsWith("[") || written === url.hostname) return undefined;
  return `its host is read as ${url.hostname}; write it so`;
}

function checkHost(url: URL, profile: DeliveryProfile): string | undefined {
  const host = getHost(url);
  if (isIpAddress(host)) return checkAddress(host, profile);
  if (isLocalName(host)) return checkAddress("127.0.0.1", profile) && `${host} is this machine itself`;
  return METADATA_HOSTS.has(host) ? `${host} is the metadata service of a cloud` : undefined;
}

function checkOwnAddress(url: URL, { listOwnUrls }: DeliveryProfile): string | undefined {
  const isOwn = listOwnUrls().some((text) => {
    const other = new URL(text);
    if (getPort(other) !== getPort(url)) return false;
    return other.hostname === url.hostname || (isLocalHost(other) && isLocalHost(url));
  });
  return isOwn ? "it is an address of the sandbox itself" : undefined;
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

/** Ports of services that could be told something by an HTTP request (Fetch Standard, section 2.9, "port blocking"). */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
  ],
  ...[532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060],
  ...[5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);
