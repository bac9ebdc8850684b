import { getParameterLocation, type Operation, type Parameter } from "../../document/index.js";
import { makeParameterValue } from "../../samples/example-values.js";
import { chooseMedia, isWithoutBody } from "../client/bodies.js";
import type { ModelledCall } from "../client/client-model.js";
import type { CodeValue } from "../code.js";
import { formatLiteral } from "../literal.js";
import type { CallSampleContext } from "./call-sample-context.js";
import { formatSampleValue, makeBodyValue } from "./sample-value.js";

/** A call of an operation with its required parameters and its body, as source text: `client.getNote({ … })`. */
export function formatSampleCall(context: CallSampleContext, { name, operation, traits }: ModelledCall): string {
  const places = (["path", "query", "header", "cookie"] as const).flatMap((place) => {
    const required = operation.parameters.filter(
      (it) =>
        getParameterLocation(it) === place && it.required && !(place === "header" && traits.filled?.includes(it.name)),
    );
    const values = required.map((it) => [it.name, sampleParameter(context, it)] as const);
    return values.length === 0 ? [] : [[place, Object.fromEntries(values)] as const];
  });
  const body =
    operation.requestBody === undefined || isWithoutBody(operation) ? undefined : sampleBody(context, operation);
  const options = {
    ...(places.length === 0 ? {} : { params: Object.fromEntries(places) }),
    ...(body === undefined ? {} : { body }),
  };
  return `client.${name}(${Object.keys(options).length === 0 ? "" : formatLiteral(options, "", name.length + 30)})`;
}

/** The types that samples name, which a program has to import. */
export function listBrands(samples: string): readonly string[] {
  return [...new Set([...samples.matchAll(/(?<!\\)" as ([\w$]+)/g)].map(([, name = ""]) => name))].sort();
}

function sampleParameter(context: CallSampleContext, parameter: Parameter): CodeValue {
  const { schema, content, name } = parameter;
  const value = makeParameterValue(context, parameter)?.value ?? name;
  return formatSampleValue(context, schema ?? content?.schema, value);
}

function sampleBody(context: CallSampleContext, { requestBody }: Operation): CodeValue | undefined {
  const media = chooseMedia(requestBody?.content ?? []);
  if (media === undefined) return undefined;
  if (!/json|x-www-form-urlencoded|multipart\//i.test(media.range)) return "text";
  return formatSampleValue(context, media.schema, makeBodyValue(context, media) ?? {});
}
