import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type Recording = { readonly log?: { readonly entries?: readonly Entry[] } };
export type Entry = {
  readonly request?: Message & { readonly method?: string; readonly url?: string };
  readonly response?: Message & { readonly content?: Body; readonly status?: number };
  /** Extensions of Chromium and Safari for responses from a cache. */
  readonly _fromCache?: string;
  readonly _fetchType?: string;
};
type Message = { readonly headers?: readonly { name?: string; value?: string }[]; readonly postData?: Body };
type Body = { readonly mimeType?: string; readonly text?: string };

export type Spec = {
  readonly servers?: readonly { readonly url: string }[];
  readonly paths?: Readonly<Record<string, object>>;
  readonly components?: { readonly schemas?: object };
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Reads a file of JSON or YAML; an empty object if it cannot be parsed. */
export function readSpecFile(file: string): Spec & Recording {
  try {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    const value: unknown = file.endsWith(".yaml") ? parse(text) : JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Whether any entry has a response. Recorders write 0 or -1 if there was none. */
export function hasResponses(entries: readonly Entry[]): boolean {
  return entries.some(({ response }) => (response?.status ?? 0) > 0);
}

export function listOrigins(entries: readonly Entry[]): readonly string[] {
  const urls = entries.flatMap(({ request }) => (URL.canParse(request?.url ?? "") ? [request?.url ?? ""] : []));
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/** Whether an entry has JSON or a form. */
export function isDataEntry({ request, response }: Entry): boolean {
  const types = [request?.postData?.mimeType, response?.content?.mimeType];
  for (const { name, value } of response?.headers ?? []) if (/^content-type$/i.test(name ?? "")) types.push(value);
  return types.some((type) => /json/i.test(type ?? "")) || /form/i.test(request?.postData?.mimeType ?? "");
}

/** An operation, as method and path template, and with the base path of each of its servers. */
export type SpecOperation = { readonly name: string; readonly locations: readonly string[] };

export function listOperations({ servers, paths = {} }: Spec): readonly SpecOperation[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const own = (item as Spec).servers ?? servers ?? [{ url: "" }];
    const bases = own.map(({ url }) => url.replace(/^https?:\/\/[^/]*/, "").replace(/\/$/, ""));
    const { additionalOperations = {} } = item as { readonly additionalOperations?: object };
    const methods = [...Object.keys(item).filter((key) => METHOD.test(key)), ...Object.keys(additionalOperations)];
    return methods.map((method) => ({
      name: `${method} ${path}`,
      locations: bases.map((base) => createLocation(method, base + path)),
    }));
  });
}

/** Tools differ in what they encode: `[` or `%5B`. */
export function createLocation(method: string, path: string): string {
  const decoded = path.replace(/%[\da-f]{2}/gi, (code) =>
    code.toLowerCase() < "%80" ? decodeURIComponent(code) : code,
  );
  return `${method.toLowerCase()} ${decoded}`.replace(/\/$/, "");
}

/** Returns whether an operation has the path and method of another one, as the same path or as a template of it. */
export function createOperationMatcher({ locations }: SpecOperation): (other: SpecOperation) => boolean {
  const patterns = locations.map((location) => {
    const source = location.split(/\{[^}]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${source.join("[^/]+")}/?$`, "i");
  });
  return (other) => other.locations.some((location) => patterns.some((pattern) => pattern.test(location)));
}

const METHOD = /^(?:get|put|post|delete|options|head|patch|trace)$/;
