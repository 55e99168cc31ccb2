/** Files: a button that opens a file, and a function that downloads a text as a file. */
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

export function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  link.download = name;
  link.click();
}
