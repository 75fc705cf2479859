/** The body of a successful response that has data and no `meta`. */
export function ok<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}
