/** A cause of a wrong signature; the message says how to fix it. */
export type SignatureCause = { readonly code: string; readonly message: string };
