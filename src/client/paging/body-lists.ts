import type { ListDescription } from "../calls/call-description.js";
import type { ParameterSetWriter } from "../calls/call-settings.js";
import { sendWithRetries } from "../retries/send-with-retries.js";
import { defineList } from "./lists.js";
import { getValueAt } from "./page-readers.js";

/**
 * Describes the method that iterates over a list whose pages are asked for in a JSON body. In the URLs of its pages, which are not sent, the
 * fields of the body are query parameters.
 *
 * @param fields JSON Pointers into the body, and whether a number may be sent
 * @param list as for `defineList`; the reader has the fields as parameters
 */
export function defineBodyList(
  fields: Readonly<Record<string, boolean>>,
  ...list: Parameters<typeof defineList>
): ListDescription {
  const [name, create] = defineList(...list);
  return [
    name,
    (core, [operation, description]) =>
      (options) => {
        const prepare: ParameterSetWriter = (params, encode) => {
          const prepared = description.prepare?.(params, encode) ?? params;
          const sent = Object.keys(fields).map((field) => [field, getValueAt(options?.body, field.slice(1))]);
          return { ...prepared, query: { ...prepared.query, ...Object.fromEntries(sent) } };
        };
        const send: typeof sendWithRetries = (runtime, id, settings, request) =>
          (description.send ?? sendWithRetries)(runtime, id, settings, async (refused) => {
            const [url, init, ...rest] = await request(refused);
            return [...moveFields(url, `${init.body ?? "{}"}`, fields, init), ...rest];
          });
        return create(core, [operation, { ...description, prepare, send }])(options);
      },
  ];
}

/** Moves the fields of a URL to the body. */
function moveFields<Init>(address: string, text: string, fields: Readonly<Record<string, boolean>>, init: Init) {
  const url = new URL(address);
  const body = JSON.parse(text);
  for (const [field, isNumber] of Object.entries(fields)) {
    const value = url.searchParams.get(field);
    if (value === null) continue;
    url.searchParams.delete(field);
    const names = field.slice(1).split("/");
    const last = names.pop() as string;
    const parent = names.reduce((at, name) => (at[name] ??= {}), body);
    parent[last] = isNumber && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  }
  return [url.href, { ...init, body: JSON.stringify(body) }] as const;
}
