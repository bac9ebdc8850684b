import type { SandboxOptions } from "../../sandbox/index.js";

/** The options that decide what the source of the spec leaves open. */
export type PolicyOptions = {
  readonly fastRetries?: boolean;
  readonly includeByDefault?: boolean;
  readonly reusedRequestId?: "400" | "422";
  readonly lenientAssertions?: boolean;
  readonly tokenLifetime?: number;
  readonly refreshTokenLifetime?: number;
  readonly refreshGrantType?: string;
  readonly updatedAt?: "passed" | "server";
};

type Policies = NonNullable<SandboxOptions["policies"]>;

/** @param fastSchedule the schedule of `--fast-retries` */
export function createPolicies(options: PolicyOptions, fastSchedule: readonly number[]): Policies {
  const { fastRetries, includeByDefault, reusedRequestId, lenientAssertions, ...others } = options;
  const { tokenLifetime, refreshTokenLifetime, refreshGrantType, updatedAt } = others;
  return {
    ...(fastRetries === true ? { retrySchedule: fastSchedule } : {}),
    ...(includeByDefault === true ? { includedByDefault: true } : {}),
    ...(reusedRequestId === undefined ? {} : { reusedRequestId: reusedRequestId === "400" ? 400 : 422 }),
    ...(lenientAssertions === true ? { lenientAssertions } : {}),
    ...(tokenLifetime === undefined ? {} : { tokenLifetime }),
    ...(refreshTokenLifetime === undefined ? {} : { refreshTokenLifetime }),
    ...(refreshGrantType === undefined ? {} : { refreshGrantType }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
}
