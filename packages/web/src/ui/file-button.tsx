/** A button that asks for a file; the same one may be chosen again. */
import type { ComponentChildren, JSX } from 'preact';

export const FileButton = ({
  kind = '',
  accept,
  onFile,
  children,
}: {
  readonly kind?: 'main' | '';
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <label class={`button ${kind} file-button`}>
    {children}
    <input
      type="file"
      accept={accept}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file !== undefined) onFile(file);
        currentTarget.value = '';
      }}
    />
  </label>
);
