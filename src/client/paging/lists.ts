import type { UntypedCallOptions } from "../calls/call-context.js";
import type {
  CallTable,
  ListDescription,
  NamedCall,
  OperationIn,
  OptionsIn,
  TraitsIn,
} from "../calls/call-description.js";
import type { ParameterSetWriter } from "../calls/call-settings.js";
import type { OptionsArgument } from "../calls/operation-types.js";
import { type AnyResult, type DataOf, orThrow } from "../calls/result.js";
import { invoke } from "../invoke.js";
import { buildRequest } from "../request/build-request.js";
import { sendWithRetries } from "../retries/send-with-retries.js";
import { iterateItems, iteratePages, type Page } from "./iterate-pages.js";
import { locate, type PageReader } from "./page-readers.js";

/** All items of a list. Pages are read on demand, each with its own retries. */
export type Items<Item, Body> = AsyncIterable<Item> & {
  /** Iterates over pages instead of items. */
  readonly pages: () => AsyncIterable<Page<Item, Body>>;
};

export type ListingOptions = {
  /** Where to continue the list: `next` of a page, or `resume` of a CallError. */
  readonly resume?: string | undefined;
  /** Maximum number of pages to read; 10 000 by default. */
  readonly maxPages?: number | undefined;
};

/** Methods that iterate over whole lists, by the names in the table of calls. The options can be omitted as those of the call. */
export type ListMethods<Calls extends CallTable> = {
  readonly [Name in keyof Calls as ListNameOf<Calls[Name]>]: (
    ...options: OptionsArgument<OptionsIn<Calls[Name]> & ListingOptions>
  ) => Items<
    ItemOf<DataOf<OperationIn<Calls[Name]>>, TraitsIn<Calls[Name]>["items"]>,
    DataOf<OperationIn<Calls[Name]>>
  >;
};

type ListNameOf<Described> = TraitsIn<Described> extends { readonly list: infer Name extends string } ? Name : never;

/** The item type of a page, by the location of the items. Those of an intersection of arrays have what each of them says. */
type ItemOf<Body, Location> = Location extends `${infer Name}/${infer Rest}`
  ? ItemOf<PropertyOf<Body, Name>, Rest>
  : Exclude<Location extends "" ? Body : PropertyOf<Body, Location>, undefined | null> extends infer Items extends
        readonly unknown[]
    ? Items[number]
    : unknown;

type PropertyOf<Body, Name> =
  Exclude<Body, undefined | null> extends { readonly [N in Name & string]?: infer Value } ? Value : unknown;

/** A location in a page: the name of a property, or a function, such as that of `locate(…)`. */
export type ItemsLocation = string | ((body: unknown) => unknown);

/**
 * Describes the method that iterates over the list of an operation.
 *
 * @param name of the method
 * @param items location of the items in a page
 * @param createReader creates the function that reads the pages of one list, which has the result of the last page
 */
export function defineList(
  name: string,
  items: ItemsLocation,
  createReader: (last: { readonly response: Response }) => PageReader,
  defaultMaxPages?: number,
): ListDescription {
  return [
    name,
    (core, call: NamedCall) =>
      ({
        resume,
        maxPages = defaultMaxPages,
        ...options
      }: UntypedCallOptions & ListingOptions = {}): Items<unknown, unknown> => {
        const pages = () => {
          // Each page replaces the one before.
          const last = {} as AnyResult;
          return iteratePages(
            call[0],
            [
              items,
              createReader(last),
              core[call[1].server ?? "baseUrl"] as string,
              buildRequest(core, call, options)[0],
              async (url) => orThrow(Object.assign(last, await invoke(core, call, options, url))),
            ],
            resume,
            maxPages,
          );
        };
        return { [Symbol.asyncIterator]: () => iterateItems(pages()), pages };
      },
  ];
}

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
          const sent = Object.keys(fields).map((field) => [field, locate(field.slice(1))(options?.body)]);
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
