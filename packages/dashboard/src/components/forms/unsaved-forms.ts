let unsavedCount = 0;

/** Counts a form with unsaved input until the returned function is called. */
export function trackUnsaved(): () => void {
  unsavedCount += 1;
  return () => {
    unsavedCount -= 1;
  };
}

/** Whether a form on the page has unsaved input. For actions that leave the page without navigation. */
export function hasUnsaved(): boolean {
  return unsavedCount > 0;
}
