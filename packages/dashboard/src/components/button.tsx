import type { ButtonHTMLAttributes } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type ButtonVariant = "primary" | "plain" | "quiet" | "danger";

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant;
  icon?: IconName;
  /** The label while the action runs. The button keeps the focus and ignores clicks. */
  busy?: string | false;
};

const SHAPE =
  "inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3.5 font-semibold whitespace-nowrap disabled:opacity-60 aria-disabled:opacity-75";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  plain: "border-line bg-surface hover:border-line-strong",
  quiet: "border-transparent text-soft hover:bg-raised hover:text-ink",
  danger: "border-down bg-surface text-down hover:bg-down-ground",
};

/** For links that look like a button: `<Link className={buttonClass("primary")}>`. */
export function buttonClass(variant: ButtonVariant = "plain"): string {
  return `${SHAPE} ${VARIANTS[variant]}`;
}

export function Button({
  variant = "plain",
  icon,
  busy = false,
  className = "",
  children,
  onClick,
  ...button
}: ButtonProps) {
  const isBusy = busy !== false;
  return (
    <button
      type="button"
      {...button}
      className={`${buttonClass(variant)} ${className}`}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {isBusy ? busy : children}
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  label: string;
  icon: IconName;
};

/** A button that shows only an icon. The label is for screen readers and the tooltip. */
export function IconButton({ label, icon, className = "", ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      aria-label={label}
      title={label}
      className={`grid size-9 flex-none place-items-center rounded-lg text-soft hover:bg-raised hover:text-ink ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
}
