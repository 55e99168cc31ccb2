/** Hands a picture to the system's share sheet, or saves it. */

export function canShareFile(file: File): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [file] });
}

/**
 * Opens the system's share sheet. It must be called while a button press is handled, because browsers open the sheet only
 * then.
 */
export function shareFile(file: File): void {
  navigator.share({ files: [file] }).catch(() => undefined); // fails if the player cancels the share dialog
}

export function downloadFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  [link.href, link.download] = [address, file.name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file as a data URL, because the page's security policy allows no other kind. */
export const addressOfFile = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('a picture could not be read'));
    reader.readAsDataURL(file);
  });
