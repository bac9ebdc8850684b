import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type Recording = { readonly log?: { readonly entries?: readonly Entry[] } };
export type Entry = {
  readonly request?: Message & { readonly method?: string; readonly url?: string };
  readonly response?: Message & { readonly content?: Body; readonly status?: number };
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

/** Whether an entry has JSON or a form. */
export function isDataEntry({ request, response }: Entry): boolean {
  const types = [request?.postData?.mimeType, response?.content?.mimeType];
  for (const { name, value } of response?.headers ?? []) if (/^content-type$/i.test(name ?? "")) types.push(value);
  return types.some((type) => /json/i.test(type ?? "")) || /form/i.test(request?.postData?.mimeType ?? "");
}

/** Lists method and path template of the operations, with the base path of the first server. */
export function listOperations({ servers, paths = {} }: Spec): readonly string[] {
  const base = servers?.[0]?.url.replace(/^https?:\/\/[^/]*/, "").replace(/\/$/, "") ?? "";
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap((key) => (METHOD.test(key) ? [`${key} ${base}${path}`] : [])),
  );
}

/** The operations of `theirs` that no operation of `ours` has, as a path or as a template. */
export function listMissing(theirs: readonly string[], ours: readonly string[]): readonly string[] {
  const patterns = ours.map((operation) => {
    const source = operation.split(/\{[^}]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`^${source.join("[^/]+")}/?$`, "i");
  });
  return theirs.filter((operation) => !patterns.some((pattern) => pattern.test(operation)));
}

const METHOD = /^(?:get|put|post|delete|options|head|patch|trace)$/;
