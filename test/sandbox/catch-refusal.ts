import { Refusal, type ServiceResponse } from "../../src/sandbox/context/request-context.js";

/** The result of work, or the response of the refusal that it throws. */
export function catchRefusal<T>(work: () => T): T | ServiceResponse {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse();
    throw error;
  }
}

/** The result of a promise, or the response of the refusal with which it rejects. */
export async function awaitRefusal<T>(work: Promise<T>): Promise<T | ServiceResponse> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse();
    throw error;
  }
}
