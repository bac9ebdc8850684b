import type { Arbitrary } from "fast-check";
import type { Contract } from "../../check/index.js";
import {
  getParameterLocation,
  isJsonType,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
} from "../../document/index.js";
import { isEqual } from "../../document/values/exact-number.js";
import {
  hasExample,
  listBodyExamples,
  listSerializedExamples,
  makeParameterValue,
} from "../../samples/example-values.js";
import { isValidAtPointer, makeValue, type SampleResult } from "../../samples/make-value.js";
import { chooseConcreteMediaType, type SerializableBody } from "../../samples/serialization/serialize-body.js";
import { createValueArbitrary, type FastCheck } from "../../samples/value-arbitrary.js";
import { listNamedTexts } from "../graph/known-values.js";
import type { CaseRequest } from "../requests/probe-case.js";
import {
  type BaseRequest,
  type GenerationContext,
  getGenerationContext,
  recordUngenerated,
} from "./generation-context.js";

/** Values given by the user or taken from earlier responses; they override the examples of the spec. */
export type ParameterValues = { readonly get: (operation: Operation, parameter: Parameter) => readonly unknown[] };

const NO_PARAMETER_VALUES: ParameterValues = { get: () => [] };

type ExampleRequest = { readonly name: string; readonly request: CaseRequest };

/**
 * Builds the base requests of an operation: with required parts only, with all optional parts that have a known value,
 * and with each other example body. Each request is valid.
 *
 * Returns none if a required part cannot be made; `listUngenerated` then gives the reason.
 */
export function buildExampleRequests(
  contract: Pick<Contract, "document">,
  operation: Operation,
  known: ParameterValues = NO_PARAMETER_VALUES,
): ExampleRequest[] {
  const context = getGenerationContext(contract);
  const given: ExampleContext = { context, operation, known };
  const required = operation.parameters.filter((it) => it.required);
  const parameters = buildParameters(given, required);
  if (parameters === undefined) return [];
  const wanted = operation.parameters.filter(
    (it) => it.required || known.get(operation, it).length > 0 || hasExample(context, it),
  );
  const bodies = buildBodies(given);
  if (bodies.length === 0 && operation.requestBody?.required === true) {
    const reason = "found no body that is valid for its schema";
    recordUngenerated(context, { operation: operation.id, at: "body", reason });
    return [];
  }
  const [first] = bodies;
  const body = first === undefined || operation.requestBody?.required !== true ? {} : { body: first.body };
  const richest = first === undefined ? {} : { body: first.body };
  const made: ExampleRequest[] = [
    { name: "required", request: { ...parameters, ...body } },
    { name: "all", request: { ...(buildParameters(given, wanted) ?? parameters), ...richest } },
    ...bodies.map((it) => ({ name: it.name, request: { ...parameters, body: it.body } })),
    ...listNamedTextRequests(given, { ...parameters, ...body }),
  ];
  return removeDuplicates(made).filter(({ name, request }) => isValidExample(given, name, request));
}

type ExampleContext = {
  readonly context: GenerationContext;
  readonly operation: Operation;
  readonly known: ParameterValues;
};
type RequestParameters = Omit<CaseRequest, "body">;

function buildParameters(
  { context, operation, known }: ExampleContext,
  parameters: readonly Parameter[],
): RequestParameters | undefined {
  const parts: Record<keyof RequestParameters, Record<string, unknown>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  };
  // A spec can declare parameters in another order than its path has them. What has the last one is the resource.
  const getPosition = ({ name }: Parameter): number => operation.path.indexOf(`{${name}}`);
  for (const parameter of parameters.toSorted((a, b) => getPosition(a) - getPosition(b))) {
    const [given] = known.get(operation, parameter);
    const made = given === undefined ? makeNamedValue(context, operation, parameter) : { value: given };
    if (made !== undefined) parts[getParameterLocation(parameter)][parameter.name] = made.value;
    else if (parameter.required) {
      const at = `${parameter.in}.${parameter.name}`;
      const reason = "found no value that is valid for its schema";
      recordUngenerated(context, { operation: operation.id, at, reason });
      return undefined;
    }
  }
  return parts;
}

/** The request with each usual text for a required query parameter that the spec gives no value for. */
function listNamedTextRequests({ context, operation, known }: ExampleContext, request: CaseRequest): ExampleRequest[] {
  return operation.parameters
    .filter(
      (it) => it.in === "query" && it.required && !hasExample(context, it) && known.get(operation, it).length === 0,
    )
    .flatMap(({ name, schema }) =>
      listNamedTexts(name)
        .filter((text) => schema === undefined || isValidAtPointer(context, schema, text))
        .map((text) => ({
          name: `${name} ${text}`,
          request: { ...request, query: { ...request.query, [name]: text } },
        })),
    );
}

const STATUS_NAME = /^(http_?)?status(_?codes?)?$|^(response_?)?codes?$/i;

/** Makes a value; for a path parameter named like a status, as of services that test clients, the documented success. */
function makeNamedValue(context: GenerationContext, operation: Operation, parameter: Parameter): SampleResult {
  const success = operation.responses.find(({ status }) => /^2\d\d$/.test(status));
  const isStatus = parameter.in === "path" && STATUS_NAME.test(parameter.name) && !hasExample(context, parameter);
  const { schema } = parameter;
  if (isStatus && success !== undefined)
    for (const value of [success.status, Number(success.status)])
      if (schema === undefined || isValidAtPointer(context, schema, value)) return { value };
  return makeParameterValue(context, parameter);
}

/** Adds an example body, even if the body is optional. */
export function addExampleBody({ context, operation, base }: BaseRequest): CaseRequest {
  if (base.body !== undefined) return base;
  const [first] = buildBodies({ context, operation });
  return first === undefined ? base : { ...base, body: first.body };
}

/** Lists example bodies of each media type of the spec. */
export function listExampleBodies(context: GenerationContext, operation: Operation): readonly SerializableBody[] {
  return buildBodies({ context, operation }).map(({ body }) => body);
}

type NamedBody = { readonly name: string; readonly body: SerializableBody };

const MAX_BODIES = 12;

function buildBodies({ context, operation }: Omit<ExampleContext, "known">): NamedBody[] {
  const content = operation.requestBody?.content ?? [];
  return content.flatMap((media): NamedBody[] => {
    const contentType = chooseConcreteMediaType(media.range);
    const examples = listBodyExamples(context, media)
      .filter(({ value }) => isValidBodyValue(context, media, value))
      .map(({ name, value }): NamedBody => ({ name: labelBody(content, media, name), body: { contentType, value } }));
    // Text without its data is sent as it is written.
    const texts = listSerializedExamples(context, media).filter(({ hasData }) => !hasData);
    for (const { name, value } of texts)
      examples.push({ name: labelBody(content, media, name), body: { contentType, text: value } });
    if (examples.length > 0) return examples.slice(0, MAX_BODIES);
    const schema = media.itemSchema ?? media.schema;
    const name = labelBody(content, media, "body");
    if (schema === undefined) return [{ name, body: buildPlainBody(contentType) }];
    const node = context.schemas.model.at([schema]);
    const smallest = makeValue(context, node);
    // A form cannot have an empty list.
    const isWritable = !/form/.test(contentType) || !Object.values(Object(smallest?.value)).some(isEmptyList);
    const made = isWritable ? smallest : (makeValue({ ...context, isComplete: true }, node) ?? smallest);
    if (made === undefined) return [];
    return [{ name, body: { contentType, value: media.itemSchema === undefined ? made.value : [made.value] } }];
  });
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Whether a value is valid for the schema of a body. An `itemSchema` applies to each item of a list with at least one item. */
function isValidBodyValue(
  context: GenerationContext,
  { schema, itemSchema }: MediaTypeDefinition,
  value: unknown,
): boolean {
  if (schema !== undefined && !isValidAtPointer(context, schema, value)) return false;
  if (itemSchema === undefined) return true;
  return Array.isArray(value) && value.length > 0 && value.every((it) => isValidAtPointer(context, itemSchema, it));
}

function buildPlainBody(contentType: string): SerializableBody {
  return isJsonType(contentType) ? { contentType, value: {} } : { contentType, text: "text" };
}

function labelBody(content: readonly MediaTypeDefinition[], { range }: MediaTypeDefinition, name: string): string {
  return content.length === 1 ? name : `${name} as ${range}`;
}

function removeDuplicates(requests: readonly ExampleRequest[]): ExampleRequest[] {
  return requests.filter(
    ({ request }, index) => !requests.slice(0, index).some((earlier) => isEqual(earlier.request, request)),
  );
}

function isValidExample({ context, operation }: ExampleContext, name: string, request: CaseRequest): boolean {
  const { method } = operation;
  const { errors, isMatched, isRoundTripped, reasons } = context.validate({ operation, method, request });
  if (errors.length === 0 && isMatched && isRoundTripped && reasons.length === 0) return true;
  const why = errors[0]?.message ?? reasons[0] ?? "the serialized request does not parse back to the same values";
  recordUngenerated(context, { operation: operation.id, at: `examples.${name}`, reason: why });
  return false;
}

/**
 * Creates an arbitrary of valid requests. Each part is taken from the base request, omitted, or made from its schema.
 * Shrinking restores the base parts one by one. A request that fails validation is replaced by the base request.
 *
 * @param fc fast-check, passed in so that it is loaded only when needed.
 */
export function createRequestArbitrary(
  fc: FastCheck,
  contract: Pick<Contract, "document">,
  operation: Operation,
  base: CaseRequest,
): Arbitrary<CaseRequest> {
  const context = getGenerationContext(contract);
  const given = { context, operation, base };
  const changes = [...createParameterChanges(fc, given), ...createBodyChanges(fc, given)];
  const isAccepted = (request: CaseRequest): boolean => {
    const checked = context.validate({ operation, method: operation.method, request });
    const { errors, drift, isMatched, isRoundTripped, reasons } = checked;
    return errors.length === 0 && drift.length === 0 && isMatched && isRoundTripped && reasons.length === 0;
  };
  return fc.tuple(...changes.map((change) => fc.option(change, { nil: undefined, freq: 2 }))).map((chosen) => {
    const request = chosen.reduce((made, change) => (change === undefined ? made : change(made)), base);
    return isAccepted(request) ? request : base;
  });
}

type RequestChange = (request: CaseRequest) => CaseRequest;

function createParameterChanges(fc: FastCheck, { context, operation, base }: BaseRequest): Arbitrary<RequestChange>[] {
  return operation.parameters.flatMap((parameter): Arbitrary<RequestChange>[] => {
    const schema = parameter.schema ?? parameter.content?.schema;
    // Path parameters usually identify existing resources; a random value would only cause a 404.
    if (schema === undefined || parameter.in === "path") return [];
    const { name } = parameter;
    const place = getParameterLocation(parameter);
    const values = createValueArbitrary(fc, context, context.schemas.model.at([schema]));
    const given = values?.map(
      (value): RequestChange =>
        (request) => ({ ...request, [place]: { ...request[place], [name]: value } }),
    );
    const isLeft = parameter.required || base[place][name] === undefined;
    const without: RequestChange = (request) => {
      const { [name]: _, ...others } = request[place];
      return { ...request, [place]: others };
    };
    const all = [...(isLeft ? [] : [fc.constant(without)]), ...(given === undefined ? [] : [given])];
    return all.length === 0 ? [] : [fc.oneof(...all)];
  });
}

function createBodyChanges(fc: FastCheck, given: BaseRequest): Arbitrary<RequestChange>[] {
  const { context, operation } = given;
  const { body } = addExampleBody(given);
  if (body === undefined || "text" in body) return [];
  const { contentType } = body;
  const content = operation.requestBody?.content ?? [];
  const media = content.find(({ range }) => range === contentType) ?? content[0];
  const schema = media?.itemSchema ?? media?.schema;
  const values =
    schema === undefined ? undefined : createValueArbitrary(fc, context, context.schemas.model.at([schema]));
  const isItem = media?.itemSchema !== undefined;
  const put = (value: unknown): RequestChange => {
    const own = { contentType, value: isItem ? [value] : value };
    return (request) => ({ ...request, body: own });
  };
  return values === undefined ? [] : [values.map(put)];
}
