import { create } from 'qrcode'

const SVG = 'http://www.w3.org/2000/svg'

/** A QR code as a picture; the words it was made from never leave the phone. */
export function qrPicture(text: string, label: string): SVGSVGElement {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (data[y * size + x]) path += `M${x} ${y}h1v1h-1z`
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', `-4 -4 ${size + 8} ${size + 8}`)
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', label)
  picture.setAttribute('class', 'qr')
  const modules = document.createElementNS(SVG, 'path')
  modules.setAttribute('d', path)
  picture.append(modules)
  return picture
}
