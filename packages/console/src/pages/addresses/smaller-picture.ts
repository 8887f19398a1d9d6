import { MAX_PICTURE_BYTES } from '@latchwork/contract'
import { base64Of } from '../../kit/data/base64.ts'

/** As large as a phone shows it, and smaller where that is still too many bytes. */
const SIDES = [1600, 1200, 800]
const QUALITY = 0.82

/**
 * A picture as base64, drawn anew: it is small enough for a bad connection, and nothing is left of what the camera wrote
 * into it, as where it was taken. Undefined when it cannot be made small enough.
 */
export async function smallerPicture(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file)
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    if (blob && blob.size <= MAX_PICTURE_BYTES) return base64Of(blob)
  }
  return undefined
}
