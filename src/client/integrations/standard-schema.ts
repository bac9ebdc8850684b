/** A schema as Standard Schema 1 defines it, which forms, routers and other libraries accept (standardschema.dev). */
export type StandardSchema<Value> = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Value>;
    /** Exists in types only. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
};

export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly StandardSchemaIssue[] };

export type StandardSchemaIssue = {
  readonly message: string;
  readonly path?: readonly (string | number)[] | undefined;
};

/** The schemas of an operation: of its body, of its parameters in each location, and of its responses by status. */
export type StandardSchemas<Operation> = BodySchema<Operation> &
  ParameterSchemas<Operation> & { readonly responses: ResponseSchemas<Operation> };

type BodySchema<Operation> = Operation extends { readonly requestBody?: infer Body }
  ? Exclude<Body, undefined> extends { readonly content: infer Content }
    ? [Exclude<Body, undefined>] extends [never]
      ? unknown
      : { readonly body: StandardSchema<Content[keyof Content]> }
    : unknown
  : unknown;

type ParameterSchemas<Operation> = Operation extends { readonly parameters: infer Places }
  ? {
      readonly [Place in keyof Places as [Exclude<Places[Place], undefined>] extends [never]
        ? never
        : Place]-?: StandardSchema<Exclude<Places[Place], undefined>>;
    }
  : unknown;

type ResponseSchemas<Operation> = Operation extends { readonly responses: infer Responses }
  ? {
      readonly [Status in keyof Responses as Responses[Status] extends { readonly content: object }
        ? Status
        : never]: Responses[Status] extends { readonly content: infer Content }
        ? StandardSchema<Content[keyof Content]>
        : never;
    }
  : unknown;

export type GeneratedValidator = {
  (value: unknown): boolean;
  readonly errors?:
    | readonly {
        readonly instancePath: string;
        readonly params?: Table<unknown>;
        readonly message?: string;
      }[]
    | null;
};

export type Table<Value> = { readonly [name: string]: Value };

/** The compiled validators of an operation, as in the generated `validators.js`. */
export type ValidatorTable<Validator = GeneratedValidator> = {
  readonly parameters?: Table<Table<Validator>>;
  readonly request?: Table<Validator>;
  readonly responses?: Table<Table<Validator>>;
};

/**
 * Creates the schemas of an operation from its validators. Values are not converted: a number in a query is a number, not a text.
 *
 * @param required locations and names of the required parameters, such as `path id`, and `body`
 */
export function createStandardSchemas<Operation>(
  { parameters = {}, request, responses = {} }: ValidatorTable,
  required: readonly string[] = [],
): StandardSchemas<Operation> {
  const places = Object.entries(parameters).map(([place, validators]) => [
    place,
    createSchema((value) => checkParameters(value, validators, place, required)),
  ]);
  const statuses = Object.entries(responses).map(([status, content]) => [
    status,
    createSchema((value) => checkBody(value, content)),
  ]);
  const body = createSchema((value) =>
    value === undefined && !required.includes("body") ? [] : checkBody(value, request ?? {}),
  );
  // The type of the operation is derived from the same spec as its validators.
  return {
    ...(request && { body }),
    ...Object.fromEntries(places),
    responses: Object.fromEntries(statuses),
  } as unknown as StandardSchemas<Operation>;
}

/** Creates the schema of a value from its validator. */
export function createStandardSchema(validator: GeneratedValidator): StandardSchema<unknown> {
  return createSchema((value) => checkValue(value, validator, []));
}

function createSchema(check: (value: unknown) => readonly StandardSchemaIssue[]): StandardSchema<unknown> {
  return {
    "~standard": {
      version: 1,
      vendor: "commerce-contract",
      validate: (value) => {
        const issues = check(value);
        return issues.length > 0 ? { issues } : { value };
      },
    },
  };
}

function checkParameters(
  values: unknown,
  validators: Table<GeneratedValidator>,
  place: string,
  required: readonly string[],
): readonly StandardSchemaIssue[] {
  if (typeof values !== "object" || values === null) return [{ message: "must be object" }];
  return Object.entries(validators).flatMap(([name, validator]) => {
    const value = (values as Table<unknown>)[name];
    if (value !== undefined) return checkValue(value, validator, [name]);
    return required.includes(`${place} ${name}`) ? [{ message: "is required", path: [name] }] : [];
  });
}

/** A body of several media types needs to be valid for one of them. */
function checkBody(value: unknown, content: Table<GeneratedValidator>): readonly StandardSchemaIssue[] {
  const results = Object.values(content).map((validator) => checkValue(value, validator, []));
  return results.some((issues) => issues.length === 0) ? [] : (results[0] ?? []);
}

function checkValue(
  value: unknown,
  validator: GeneratedValidator,
  start: readonly (string | number)[],
): readonly StandardSchemaIssue[] {
  if (validator(value)) return [];
  return (validator.errors ?? []).map(({ instancePath, params, message = "is not valid" }) => {
    const path = [...start, ...parsePath(value, instancePath)];
    const missing = params?.missingProperty;
    // Forms show an issue beside the field at its path.
    return typeof missing === "string" ? { message: "is required", path: [...path, missing] } : { message, path };
  });
}

/** The members of a JSON Pointer (RFC 6901). Those of arrays are numbers. */
function parsePath(value: unknown, pointer: string): (string | number)[] {
  let current = value;
  const tokens = pointer.split("/").slice(1);
  return tokens.map((token) => {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    const member = Array.isArray(current) ? Number(name) : name;
    current = Object(current)[name];
    return member;
  });
}
