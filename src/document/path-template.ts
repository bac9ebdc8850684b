/** A key of `paths`: the path, and a query or fragment that some specs append to distinguish operations of one path. */
export type PathTemplate = {
  readonly path: string;
  /** The required query parameters, with their value unless it is a template expression. */
  readonly query: readonly { readonly name: string; readonly value?: string }[];
};

/**
 * Splits a template at `?` and `#`. Neither is part of a path (OpenAPI 3.1.1, Path Templating), which lint reports. A fragment
 * is never sent.
 */
export function parsePathTemplate(template: string): PathTemplate {
  const end = template.search(/[?#]/);
  if (end === -1) return { path: template, query: [] };
  const [, behind = ""] = /^\?([^#]*)/.exec(template.slice(end)) ?? [];
  const pairs = behind.split("&").filter((pair) => pair !== "");
  return {
    path: template.slice(0, end),
    query: pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at === -1) return { name: pair };
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      return /[{}]/.test(value) ? { name } : { name, value };
    }),
  };
}
