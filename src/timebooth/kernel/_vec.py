"""Packed arrays when compiled, plain lists when interpreted.

The stub beside this file tells mypyc to use librt's native `vec`. Interpreted, `vec[T](values)` is a list, which is
faster there and needs no C extension.
"""


class _Vec:
    def __getitem__(self, _item: object) -> type[list[int]]:
        return list


vec = _Vec()


def append(values: list[int], value: int) -> list[int]:
    """Append a value; assign the result back, because a packed array may have been moved."""
    values.append(value)
    return values
