type ItemError = { readonly instancePath: string; readonly message?: string };

type ItemValidator = { (value: unknown): boolean; errors?: readonly ItemError[] | null };

/** The validator of the JSON in the data of an event, and the conditions on which the event has it. */
type ContentValidator = readonly [content: ItemValidator, ...conditions: readonly ((event: unknown) => boolean)[]];

/**
 * Creates the validator of a list of items, whose `item` validates one of them. `watch` passes the items of a stream on, and
 * reports the errors of each with its index.
 *
 * @param list validates the list of all items, which `watch` does not hold
 */
export function createStreamValidator(
  item: ItemValidator,
  list?: ItemValidator,
  contents: readonly ContentValidator[] = [],
) {
  const listErrors = (validator: ItemValidator, value: unknown, path: string): ItemError[] =>
    validator(value)
      ? []
      : (validator.errors ?? []).map((error) => ({ ...error, instancePath: path + error.instancePath }));
  const parse = (text: unknown): readonly [value: unknown] | undefined => {
    try {
      return [JSON.parse(text as string)];
    } catch {
      return undefined;
    }
  };
  const create = (listAll: (value: unknown) => readonly ItemError[]): ItemValidator => {
    const validate: ItemValidator = (value) => {
      const errors = listAll(value);
      validate.errors = errors.length > 0 ? errors : null;
      return errors.length === 0;
    };
    return validate;
  };
  const validateItem = create((value) => {
    const { data } = Object(value) as { readonly data?: unknown };
    const matching = contents.filter(([, ...conditions]) => conditions.every((isMet) => isMet(value)));
    const inner = matching.flatMap(([content]) => {
      if (typeof data !== "string") return [];
      const parsed = parse(data);
      return parsed ? listErrors(content, parsed[0], "/data") : [{ instancePath: "/data", message: "must be JSON" }];
    });
    return [...listErrors(item, value, ""), ...inner];
  });
  const validateList = create((value) =>
    Array.isArray(value)
      ? [
          ...value.flatMap((it, index) => listErrors(validateItem, it, `/${index}`)),
          ...(list ? listErrors(list, value, "") : []),
        ]
      : [{ instancePath: "", message: "must be array" }],
  );
  async function* streamItems(
    items: AsyncIterable<unknown>,
    report: (pointer: string, message: string) => void,
    path = "",
  ) {
    let index = 0;
    for await (const it of items) {
      // The client parses the data of an event, and keeps the event as it was sent.
      const sent = (it as { readonly "~sent"?: unknown } | null)?.["~sent"] ?? it;
      for (const { instancePath, message = "is not valid" } of listErrors(validateItem, sent, `${path}/${index}`))
        report(instancePath, message);
      index += 1;
      yield it;
    }
  }
  return Object.assign(validateList, { item: validateItem, watch: streamItems });
}
