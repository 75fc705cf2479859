import { type FormEvent, useState } from "react";
import { type ApiError, asApiError } from "../../api/api-error.ts";

export type Submission = { isBusy: boolean; error: ApiError | null; onSubmit(event: FormEvent): void };

/** Submits a form, one submission at a time, and returns the error of the last one. */
export function useSubmission(submit: () => Promise<void>): Submission {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function run(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await submit();
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return {
    isBusy,
    error,
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void run();
    },
  };
}
