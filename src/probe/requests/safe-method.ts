/** Whether a method is safe (RFC 9110, section 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}
