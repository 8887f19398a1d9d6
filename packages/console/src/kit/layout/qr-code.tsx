import { create } from 'qrcode'

/** Empty modules around the code; readers want four. */
const QUIET = 4

/** A QR code drawn as one path, dark on white in every look: readers want it so. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = create(value, { errorCorrectionLevel: 'M' }).modules
  const width = size + 2 * QUIET
  const path = [...data]
    .map((isDark, index) =>
      isDark ? `M${(index % size) + QUIET} ${Math.floor(index / size) + QUIET}h1v1h-1z` : '',
    )
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${width}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={width} height={width} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
