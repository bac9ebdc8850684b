import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";

/** Refuses whoever asks for the billing of another application than the one that the access token was issued to. */
export function rejectOtherApplication({ parameters, caller }: RequestContext): ServiceResponse | undefined {
  return String(parameters.appId).toLowerCase() === caller.applicationId.toLowerCase()
    ? undefined
    : createErrorResponse(403, "FOREIGN_APPLICATION", "the access token is of another application");
}

/**
 * The businesses whose subscriptions a caller sees: all merchants' for the application itself, those of the token for a
 * business user who signed in; undefined stands for all.
 */
export function listVisibleBusinesses({ caller }: RequestContext): readonly string[] | undefined {
  return caller.username === undefined ? undefined : caller.businessIds;
}
