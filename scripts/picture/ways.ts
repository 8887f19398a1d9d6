export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export type Point = readonly [x: number, y: number]

/** Frames around rooms that belong together; what they say stands in their upper left corner. */
export const FRAMES: readonly (Box & { says: string })[] = [
  { says: 'packages/server', x: 20, y: 10, width: 985, height: 975 },
  { says: 'features', x: 90, y: 190, width: 690, height: 465 },
  { says: 'devices', x: 785, y: 635, width: 210, height: 150 },
  { says: 'platform', x: 50, y: 815, width: 700, height: 155 },
  { says: 'know one another', x: 245, y: 453, width: 520, height: 104 },
]

/** Ways around other rooms, for lines that would otherwise cross them: through these points. */
export const WAYS: Readonly<Record<string, readonly Point[]>> = {
  'config>platform': [
    [65, 156],
    [65, 815],
  ],
  'openers>http': [
    [150, 271],
    [150, 710],
  ],
  'openers>schema': [
    [185, 271],
    [185, 666],
    [350, 666],
    [350, 710],
  ],
  'operator>know one another': [
    [295, 271],
    [295, 453],
  ],
  'compose>bridge': [
    [230, 156],
    [230, 305],
  ],
  'bridge>locks': [
    [242, 351],
    [242, 422],
    [510, 422],
  ],
  'sandbox>locks': [
    [425, 271],
    [425, 408],
    [510, 408],
  ],
  'compose>openers': [
    [250, 156],
    [250, 180],
    [165, 180],
    [165, 225],
  ],
  'compose>bus': [
    [780, 140],
    [852, 140],
    [852, 660],
  ],
  'compose>ldp': [
    [780, 126],
    [940, 126],
    [940, 660],
  ],
  'compose>simulator': [
    [780, 114],
    [1050, 114],
    [1050, 580],
  ],
  'locks>driver': [
    [760, 415],
    [772, 415],
    [772, 753],
    [790, 753],
  ],
  'locks>access-window': [
    [760, 398],
    [1014, 398],
    [1014, 868],
    [1030, 868],
  ],
  'messages>contract': [
    [700, 756],
    [700, 795],
    [770, 795],
    [770, 1010],
  ],
  'driver>platform': [
    [870, 776],
    [870, 870],
    [750, 870],
  ],
  'console>access-window': [
    [1220, 626],
    [1220, 680],
    [1130, 680],
    [1130, 845],
  ],
}
