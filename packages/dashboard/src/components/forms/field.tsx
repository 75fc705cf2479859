import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";

type FieldFrameProps = {
  label: string;
  hint?: ReactNode;
  /** The validation error: `faultOf(error, "url", "The URL")`. */
  error: string | null;
  children(control: ControlProps): ReactNode;
};

type ControlProps = {
  id: string;
  className: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

const CONTROL =
  "w-full min-h-10 rounded-lg border border-line-strong bg-surface px-3 aria-invalid:border-down aria-invalid:ring-1 aria-invalid:ring-down";

/** The label, hint and error of a control, also for screen readers. */
export function FieldFrame({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({
        id,
        className: CONTROL,
        "aria-invalid": error !== null,
        "aria-describedby": note ? `${id}-note` : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={`text-[0.8125rem] ${error ? "text-down" : "text-soft"}`}>
          {note}
        </p>
      )}
    </div>
  );
}

type Own = Omit<FieldFrameProps, "children"> & { value: string; onValue(value: string): void };

type FieldProps = Own & Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value">;

export function Field({ label, hint, error, value, onValue, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <input {...input} {...control} value={value} onChange={(event) => onValue(event.target.value)} />
      )}
    </FieldFrame>
  );
}

type TextFieldProps = Own & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "value">;

export function TextField({ label, hint, error, value, onValue, ...area }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          rows={4}
          {...area}
          {...control}
          className={`${control.className} py-2`}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

type SelectFieldProps<T extends string> = Omit<FieldFrameProps, "children"> & {
  value: T;
  // Infers `T` from the value: options created by `map` would widen it to string.
  onValue(value: NoInfer<T>): void;
  options: readonly { value: NoInfer<T>; label: string }[];
};

/** A native select: it works best on phones and with screen readers. */
export function SelectField<T extends string>({ value, onValue, options, ...frame }: SelectFieldProps<T>) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => {
            const chosen = options[event.target.selectedIndex];
            if (chosen) onValue(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

type CheckFieldProps = {
  label: string;
  hint?: string;
  isChecked: boolean;
  onChecked(isChecked: boolean): void;
};

export function CheckField({ label, hint, isChecked, onChecked }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-1 size-4 accent-(--accent)"
        checked={isChecked}
        onChange={(event) => onChecked(event.target.checked)}
        aria-describedby={hint ? `${id}-note` : undefined}
      />
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-note`} className="text-[0.8125rem] text-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
