import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { DocumentError } from "./diagnostic.js";
import { memoize } from "./memoize.js";

export function isSpecUrl(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

const MAX_MEGABYTES = 32;
const MAX_SECONDS = 20;
const MAX_REDIRECTS = 5;

type Download = { readonly bytes?: Uint8Array; readonly reason?: string };

/**
 * Reads a spec from a URL, once per process. Specs are read synchronously, so another thread downloads it. Redirects to other
 * hosts are not followed.
 *
 * @throws DocumentError when it cannot be read.
 */
export const readSpecUrl = memoize((url: string) => {
  const { bytes, reason } = download(url);
  if (bytes === undefined)
    throw new DocumentError([{ message: reason ?? "cannot be read", file: hideCredentials(url) }]);
  return Buffer.from(bytes);
});

/** The URL for messages. Credentials of a URL are secret. */
function hideCredentials(url: string): string {
  return url.replace(/(?<=:\/\/)[^/?#]*@/, "");
}

function download(url: string): Download {
  if (!URL.canParse(url)) return { reason: "is not a URL" };
  if (hideCredentials(url) !== url)
    return { reason: "has credentials in the URL; download the spec, and pass the file" };
  const { port1: here, port2: there } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { url, done, there, maxMegabytes: MAX_MEGABYTES, maxRedirects: MAX_REDIRECTS };
  const worker = new Worker(SCRIPT, { eval: true, workerData, transferList: [there], execArgv: [] });
  worker.unref();
  Atomics.wait(done, 0, 0, MAX_SECONDS * 1000);
  const message: Download | undefined = receiveMessageOnPort(here)?.message;
  here.close();
  void worker.terminate();
  if (message === undefined) return { reason: `cannot be read: no complete response in ${MAX_SECONDS} seconds` };
  if (message.bytes === undefined || !/^[\s\uFEFF]*</.test(Buffer.from(message.bytes).toString("utf8", 0, 1000)))
    return message;
  return { reason: "the server returned HTML or XML; give the URL of the OpenAPI document itself, in YAML or JSON" };
}

/** The code of the other thread. It is text, because bundlers and test runners change functions. */
const SCRIPT = `
const { url, done, there, maxMegabytes, maxRedirects } = require("node:worker_threads").workerData;
async function download() {
  let address = new URL(url);
  for (let count = 0; count <= maxRedirects; count++) {
    const response = await fetch(address, { redirect: "manual" });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return readBody(response);
    const next = new URL(location, address);
    if (next.host !== address.host || (address.protocol === "https:" && next.protocol !== "https:"))
      return { reason: "the server redirects to " + next.origin + "; if you trust it, pass the URL of the spec there" };
    address = next;
  }
  return { reason: "the server redirects more than " + maxRedirects + " times" };
}
async function readBody(response) {
  if (!response.ok) return { reason: "the server responded " + response.status + "; give a URL that returns the spec" };
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxMegabytes * 2 ** 20) return { reason: "the response is larger than " + maxMegabytes + " MB" };
    chunks.push(chunk);
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)) };
}
const explain = ({ cause, message }) => ({ reason: "cannot be read: " + (cause?.message || cause?.code || message) });
download().catch(explain).then((message) => {
  there.postMessage(message);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
});
`;
