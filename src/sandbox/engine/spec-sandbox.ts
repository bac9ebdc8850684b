import { assertComplete, buildServerUrl, type Document, DocumentError, loadDocument } from "../../document/index.js";
import { getSchemas } from "../../schema/index.js";
import { REAL_CLOCK } from "../real-clock.js";
import { serveApi } from "../requests/serve-api.js";
import { SandboxError } from "../sandbox-error.js";
import { createListenErrorHandler, formatHost } from "../server/listen-address.js";
import { createRecordStore } from "./record-store.js";
import type { SpecEngine } from "./records.js";
import { planResources, type ResourcePlan } from "./resource-plan.js";
import { createSpecHandler } from "./spec-handler.js";

/** The options of a sandbox of any spec. */
export type SpecSandboxOptions = {
  /** The OpenAPI document: a file, a URL, or a loaded document. */
  readonly spec: string | Document;
  /** Any free port by default. */
  readonly port?: number;
  /** Address to bind to; loopback by default. */
  readonly host?: string;
  /** The origin that clients use, when it differs from the bound address. */
  readonly baseUrl?: string;
  /** Source of ids and generated data; random by default. */
  readonly seed?: string;
  /** The start time, in milliseconds since 1970. The clock then advances by a second with each request, unless it is frozen. */
  readonly startAt?: { readonly time?: number; readonly freeze?: boolean };
  /** `none`: lists are empty at the start. Otherwise they have the examples of the spec, or generated records. */
  readonly data?: string;
  /** Maximum size of a request body, in bytes. */
  readonly bodyLimit?: number;
  /** Origins of pages that may send requests from a browser, beside those of this machine. */
  readonly allowOrigins?: readonly string[];
  /** Called with internal errors, and with statements of the spec for which there is no valid response. */
  readonly onDefect?: (error: unknown) => void;
};

/** A running sandbox of a spec. */
export type SpecSandbox = {
  /** The base URL: that of the first server of the spec, at the address of the sandbox. */
  readonly url: string;
  readonly plan: ResourcePlan;
  readonly close: () => Promise<void>;
};

const LOOPBACK = "127.0.0.1";

/**
 * Starts a stateful implementation of a spec. Its records are kept in memory.
 *
 * @throws SandboxError when the spec or the address cannot be used
 */
export async function createSpecSandbox(options: SpecSandboxOptions): Promise<SpecSandbox> {
  const { host = LOOPBACK, port = 0, bodyLimit, allowOrigins, onDefect = () => {} } = options;
  const document = readSpec(options.spec);
  const clock = createRequestClock(options.startAt);
  const engine = createEngine(document, options, clock);
  let bound = port;
  const origin = (): string => options.baseUrl ?? `http://${formatHost(host)}:${bound}`;
  const service = createSpecHandler({ engine, origin, onDefect });
  const server = await serveApi({
    ...{ host, port, bodyLimit, allowOrigins },
    handle: async (reading) => {
      clock.startRequest();
      const response = service.serve(reading);
      if (response === undefined) return undefined;
      const { status, headers, body } = response;
      const hasBody = status !== 204 && status !== 304;
      const length = hasBody ? ([["Content-Length", String(body.length)]] as const) : [];
      const date = ["Date", new Date(engine.now()).toUTCString()] as const;
      return { response: { status, headers: [...Object.entries(headers), ...length, date], body } };
    },
  }).catch(createListenErrorHandler({ host, port, option: "port" }));
  bound = server.port;
  return { url: `${origin()}${getBasePath(document)}`, plan: engine.plan, close: () => server.close() };
}

export function readSpec(spec: string | Document): Document {
  if (typeof spec !== "string") return spec;
  try {
    const document = loadDocument(spec);
    assertComplete(document);
    return document;
  } catch (error) {
    if (error instanceof DocumentError) throw new SandboxError(error.message, { cause: error });
    throw error;
  }
}

function createEngine(document: Document, { seed, data }: SpecSandboxOptions, { now }: RequestClock): SpecEngine {
  return {
    schemas: getSchemas(document),
    plan: planResources(document),
    store: createRecordStore(),
    seed: seed ?? Buffer.from(REAL_CLOCK.randomBytes(12)).toString("hex"),
    hasInitialData: data !== "none",
    now,
  };
}

/** The time of a request. With a start time, each request is a second later, so that the same requests see the same times. */
function createRequestClock({ time, freeze = false }: NonNullable<SpecSandboxOptions["startAt"]> = {}): RequestClock {
  const isReal = time === undefined && !freeze;
  let now = time ?? REAL_CLOCK.now();
  let hasStarted = false;
  return {
    now: () => now,
    startRequest: () => {
      const next = isReal ? REAL_CLOCK.now() : now;
      now = isReal || freeze || !hasStarted ? next : next + 1000;
      hasStarted = true;
    },
  };
}

type RequestClock = { readonly now: () => number; readonly startRequest: () => void };

/** The path of the first server of the spec, without a slash at the end. */
function getBasePath(document: Document): string {
  const [server] = [...planResources(document).plays.keys()][0]?.servers ?? [];
  const url = server === undefined ? "/" : buildServerUrl(server);
  const path = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? url;
  return path.replace(/\/+$/, "");
}
