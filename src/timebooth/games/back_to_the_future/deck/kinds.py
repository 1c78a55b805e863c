"""The cards of the box by title, in printed order: machines, DoubleBacks, items, actions, power actions."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

TIME_CAR_V1: Final[i64] = 0
TIME_CAR_V2: Final[i64] = 1
TIME_CAR_V3: Final[i64] = 2
TIME_CAR_V4: Final[i64] = 3
TIME_CAR_V5: Final[i64] = 4
TIME_TRAIN: Final[i64] = 5
MACHINES: Final[i64] = 6

DOUBLEBACK: Final[i64] = 6  # the first of eight
DOUBLEBACKS: Final[i64] = 8

ITEM: Final[i64] = 14  # the first item
PELLET: Final[i64] = 14
CASE: Final[i64] = 15
LIGHTNING_PREDICTION: Final[i64] = 16
LOCOMOTIVE: Final[i64] = 17
NEWSPAPER: Final[i64] = 18
TELEGRAM: Final[i64] = 19
FAX: Final[i64] = 20
ALMANAC: Final[i64] = 21
DUST_JACKET: Final[i64] = 22
MR_FUSION: Final[i64] = 23
EMERGENCY_CASH: Final[i64] = 24
PIE_PAN: Final[i64] = 25
HOVERBOARD: Final[i64] = 26
BOOK: Final[i64] = 27
GUITAR: Final[i64] = 28
VEST: Final[i64] = 29
TELESCOPE: Final[i64] = 30
PIZZA_HYDRATOR: Final[i64] = 31  # the promo card
ITEMS: Final[i64] = 18

ACTION: Final[i64] = 32  # the first action
HITCH_A_RIDE: Final[i64] = 32
SO_GULLIBLE: Final[i64] = 33
NOT_YOURSELF: Final[i64] = 34
ERASED: Final[i64] = 35
FADING_AWAY: Final[i64] = 36
TRADE_HANDS: Final[i64] = 37
DISCONTINUITY: Final[i64] = 38
TIME_VORTEX: Final[i64] = 39
CLOCK_TOWER: Final[i64] = 40
ALPHA_RHYTHM: Final[i64] = 41
SHOPPING_SPREE: Final[i64] = 42

POWER: Final[i64] = 43  # the first power action
MEMO: Final[i64] = 43
REWIND: Final[i64] = 44
QUICK_TRIP: Final[i64] = 45
LUCKY_DAY: Final[i64] = 46
ENGINE_TROUBLE: Final[i64] = 47
TRUCK: Final[i64] = 48
SCIENCE_EXPERIMENT: Final[i64] = 49
STEAL_MY_STUFF: Final[i64] = 50

KINDS: Final[i64] = 51

KEYS: Final[tuple[str, ...]] = (
    "time_car_v1",
    "time_car_v2",
    "time_car_v3",
    "time_car_v4",
    "time_car_v5",
    "time_train",
    "doubleback_1",
    "doubleback_2",
    "doubleback_3",
    "doubleback_4",
    "doubleback_5",
    "doubleback_6",
    "doubleback_7",
    "doubleback_8",
    "pellet",
    "case",
    "lightning_prediction",
    "locomotive",
    "newspaper",
    "telegram",
    "fax",
    "almanac",
    "dust_jacket",
    "mr_fusion",
    "emergency_cash",
    "pie_pan",
    "hoverboard",
    "book",
    "guitar",
    "vest",
    "telescope",
    "pizza_hydrator",
    "hitch_a_ride",
    "so_gullible",
    "not_yourself",
    "erased",
    "fading_away",
    "trade_hands",
    "discontinuity",
    "time_vortex",
    "clock_tower",
    "alpha_rhythm",
    "shopping_spree",
    "memo",
    "rewind",
    "quick_trip",
    "lucky_day",
    "engine_trouble",
    "truck",
    "science_experiment",
    "steal_my_stuff",
)
