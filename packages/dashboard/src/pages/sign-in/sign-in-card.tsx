import type { FormEvent, ReactNode } from "react";
import type { ApiError } from "../../api/api-error.ts";
import { Brand } from "../../components/brand.tsx";
import "./sign-in.css";

type SignInCardProps = {
  title: string;
  /** What the form is for, in a sentence. */
  lead?: string;
  notice?: string | null;
  /** What the server has against the whole of it, rather than against one field. */
  error?: ApiError | null;
  action: { label: string; isBusy: boolean } | null;
  onSubmit?(event: FormEvent): void;
  children?: ReactNode;
  /** Below the button. */
  footer?: ReactNode;
};

/** The one card that all pages before signing in have. */
export function SignInCard({
  title,
  lead,
  notice,
  error,
  action,
  onSubmit,
  children,
  footer,
}: SignInCardProps) {
  const trouble = error && error.details.length === 0 ? error.message : notice;
  return (
    <main className="sign-in">
      <form className="card" onSubmit={onSubmit} noValidate>
        <Brand />
        <h1>{title}</h1>
        {lead && <p className="soft">{lead}</p>}
        {trouble && (
          <p className="notice" role="alert">
            {trouble}
          </p>
        )}
        {children}
        {action && (
          <button type="submit" className="primary" aria-disabled={action.isBusy}>
            {action.isBusy ? "One moment …" : action.label}
          </button>
        )}
        {footer}
      </form>
    </main>
  );
}
