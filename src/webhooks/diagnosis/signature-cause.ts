/** One thing that makes a signature wrong, and how it is made right. */
export type SignatureCause = { readonly code: string; readonly message: string };
