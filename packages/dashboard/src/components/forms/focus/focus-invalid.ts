/** Moves the focus to the first invalid field that is visible; false if there is none. */
export function focusInvalid(form: HTMLElement | null | undefined): boolean {
  const fields = [...(form?.querySelectorAll<HTMLElement>("[aria-invalid=true]") ?? [])];
  const field = fields.find((one) => one.checkVisibility());
  field?.focus();
  return field !== undefined;
}
