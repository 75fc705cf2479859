import { type FormEvent, useState } from "react";
import { type ApiError, asApiError } from "../../api/api-error.ts";

export type Submission = {
  isBusy: boolean;
  error: ApiError | null;
  /** Whether the form contains input that was not submitted. */
  isUnsaved: boolean;
  onSubmit(event: FormEvent): void;
};

/**
 * Submits a form, one submission at a time, and returns the error of the last one. `input` is what the user entered, or
 * undefined if that is nothing: without it, leaving the form asks no question. `submit` returns false if it submitted nothing.
 */
export function useSubmission(submit: () => Promise<unknown>, input?: unknown): Submission {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const entered = JSON.stringify(input);
  const [saved, setSaved] = useState(entered);

  async function run(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      if ((await submit()) !== false) setSaved(entered);
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    error,
    isUnsaved: entered !== undefined && entered !== saved,
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void run();
    },
  };
}
