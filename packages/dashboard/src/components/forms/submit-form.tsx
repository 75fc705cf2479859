import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "../button.tsx";
import { Notice } from "../notice.tsx";
import type { Submission } from "./use-submission.ts";

type SubmitFormProps = {
  submission: Submission;
  /** Paths of the fields that show their own error. */
  fields?: readonly string[];
  submit: { label: string; busy: string; variant?: ButtonVariant };
  /** A cancel button, or what it does. */
  cancel?: ReactNode | (() => void);
  /** Puts the buttons at the right, with the submit button last. */
  isDialog?: boolean;
  className?: string;
  children: ReactNode;
};

/** A form with its buttons. An error that belongs to no field is shown above the fields. */
export function SubmitForm(props: SubmitFormProps) {
  const { submission, fields = [], submit, cancel, isDialog = false, className = "gap-4", children } = props;
  const { isBusy, error, onSubmit } = submission;
  const end = typeof cancel === "function" ? <Button onClick={cancel}>Cancel</Button> : cancel;
  const isFieldError = error?.details.some(({ path }) => fields.includes(path)) ?? false;
  return (
    <form className={`grid ${className}`} onSubmit={onSubmit} noValidate>
      {error && !isFieldError && <Notice>{error.message}</Notice>}
      {children}
      <div className={`flex flex-wrap gap-2 ${isDialog ? "justify-end" : ""}`}>
        {isDialog && end}
        <Button type="submit" variant={submit.variant ?? "primary"} busy={isBusy && submit.busy}>
          {submit.label}
        </Button>
        {!isDialog && end}
      </div>
    </form>
  );
}
