import { useEffect, useState } from 'preact/hooks';

const TURNING = 600;

/** True for a moment after each turn of an hourglass; `turned` counts them. */
export function useTurning(turned: number): boolean {
  const [shown, setShown] = useState(turned);
  useEffect(() => {
    if (shown === turned) return undefined;
    const timer = setTimeout(() => setShown(turned), TURNING);
    return () => clearTimeout(timer);
  }, [turned, shown]);
  return turned > shown;
}
