import type { calls } from "../../generated/calls.js";
import type { operations } from "../../generated/types.js";
import type { ListMethods } from "./lists.js";
import type { Call, CallName, CallsByPath, Method, OptionsArgument } from "./operation-types.js";
import type { Result } from "./result.js";

/** A method for every operation of the spec, the HTTP methods by path template, and the lists. */
export type Client = CallsByName & CallsByMethod & ListMethods;

type CallsByName = { readonly [Name in keyof typeof calls & CallName]: Call<operations[Name]> };

type CallsByMethod = {
  /** Calls an operation by its path template, with the same options. */
  readonly [Verb in Method]: <Path extends keyof CallsByPath<Verb>>(
    path: Path,
    ...options: OptionsArgument<CallsByPath<Verb>[Path]>
  ) => Promise<Result<CallsByPath<Verb>[Path]>>;
};
