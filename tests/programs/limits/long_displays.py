# Displays with more elements than are kept in registers: order of evaluation, exceptions on the way, results.
def mark(n, log):
    log.append(n)
    if n == 333:
        raise ValueError(n)
    return n


def as_list(log):
    return [
        mark(0, log), mark(1, log), mark(2, log), mark(3, log), mark(4, log), mark(5, log), mark(6, log), mark(7, log), mark(8, log), mark(9, log), mark(10, log), mark(11, log), mark(12, log), mark(13, log), mark(14, log), mark(15, log), mark(16, log), mark(17, log), mark(18, log), mark(19, log),
        mark(20, log), mark(21, log), mark(22, log), mark(23, log), mark(24, log), mark(25, log), mark(26, log), mark(27, log), mark(28, log), mark(29, log), mark(30, log), mark(31, log), mark(32, log), mark(33, log), mark(34, log), mark(35, log), mark(36, log), mark(37, log), mark(38, log), mark(39, log),
        mark(40, log), mark(41, log), mark(42, log), mark(43, log), mark(44, log), mark(45, log), mark(46, log), mark(47, log), mark(48, log), mark(49, log), mark(50, log), mark(51, log), mark(52, log), mark(53, log), mark(54, log), mark(55, log), mark(56, log), mark(57, log), mark(58, log), mark(59, log),
        mark(60, log), mark(61, log), mark(62, log), mark(63, log), mark(64, log), mark(65, log), mark(66, log), mark(67, log), mark(68, log), mark(69, log), mark(70, log), mark(71, log), mark(72, log), mark(73, log), mark(74, log), mark(75, log), mark(76, log), mark(77, log), mark(78, log), mark(79, log),
        mark(80, log), mark(81, log), mark(82, log), mark(83, log), mark(84, log), mark(85, log), mark(86, log), mark(87, log), mark(88, log), mark(89, log), mark(90, log), mark(91, log), mark(92, log), mark(93, log), mark(94, log), mark(95, log), mark(96, log), mark(97, log), mark(98, log), mark(99, log),
        mark(100, log), mark(101, log), mark(102, log), mark(103, log), mark(104, log), mark(105, log), mark(106, log), mark(107, log), mark(108, log), mark(109, log), mark(110, log), mark(111, log), mark(112, log), mark(113, log), mark(114, log), mark(115, log), mark(116, log), mark(117, log), mark(118, log), mark(119, log),
        mark(120, log), mark(121, log), mark(122, log), mark(123, log), mark(124, log), mark(125, log), mark(126, log), mark(127, log), mark(128, log), mark(129, log), mark(130, log), mark(131, log), mark(132, log), mark(133, log), mark(134, log), mark(135, log), mark(136, log), mark(137, log), mark(138, log), mark(139, log),
        mark(140, log), mark(141, log), mark(142, log), mark(143, log), mark(144, log), mark(145, log), mark(146, log), mark(147, log), mark(148, log), mark(149, log), mark(150, log), mark(151, log), mark(152, log), mark(153, log), mark(154, log), mark(155, log), mark(156, log), mark(157, log), mark(158, log), mark(159, log),
        mark(160, log), mark(161, log), mark(162, log), mark(163, log), mark(164, log), mark(165, log), mark(166, log), mark(167, log), mark(168, log), mark(169, log), mark(170, log), mark(171, log), mark(172, log), mark(173, log), mark(174, log), mark(175, log), mark(176, log), mark(177, log), mark(178, log), mark(179, log),
        mark(180, log), mark(181, log), mark(182, log), mark(183, log), mark(184, log), mark(185, log), mark(186, log), mark(187, log), mark(188, log), mark(189, log), mark(190, log), mark(191, log), mark(192, log), mark(193, log), mark(194, log), mark(195, log), mark(196, log), mark(197, log), mark(198, log), mark(199, log),
        mark(200, log), mark(201, log), mark(202, log), mark(203, log), mark(204, log), mark(205, log), mark(206, log), mark(207, log), mark(208, log), mark(209, log), mark(210, log), mark(211, log), mark(212, log), mark(213, log), mark(214, log), mark(215, log), mark(216, log), mark(217, log), mark(218, log), mark(219, log),
        mark(220, log), mark(221, log), mark(222, log), mark(223, log), mark(224, log), mark(225, log), mark(226, log), mark(227, log), mark(228, log), mark(229, log), mark(230, log), mark(231, log), mark(232, log), mark(233, log), mark(234, log), mark(235, log), mark(236, log), mark(237, log), mark(238, log), mark(239, log),
        mark(240, log), mark(241, log), mark(242, log), mark(243, log), mark(244, log), mark(245, log), mark(246, log), mark(247, log), mark(248, log), mark(249, log), mark(250, log), mark(251, log), mark(252, log), mark(253, log), mark(254, log), mark(255, log), mark(256, log), mark(257, log), mark(258, log), mark(259, log),
        mark(260, log), mark(261, log), mark(262, log), mark(263, log), mark(264, log), mark(265, log), mark(266, log), mark(267, log), mark(268, log), mark(269, log), mark(270, log), mark(271, log), mark(272, log), mark(273, log), mark(274, log), mark(275, log), mark(276, log), mark(277, log), mark(278, log), mark(279, log),
        mark(280, log), mark(281, log), mark(282, log), mark(283, log), mark(284, log), mark(285, log), mark(286, log), mark(287, log), mark(288, log), mark(289, log), mark(290, log), mark(291, log), mark(292, log), mark(293, log), mark(294, log), mark(295, log), mark(296, log), mark(297, log), mark(298, log), mark(299, log),
    ]


def as_tuple(x):
    return (
        x + 0, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7, x + 8, x + 9, x + 10, x + 11, x + 12, x + 13, x + 14, x + 15, x + 16, x + 17, x + 18, x + 19,
        x + 20, x + 21, x + 22, x + 23, x + 24, x + 25, x + 26, x + 27, x + 28, x + 29, x + 30, x + 31, x + 32, x + 33, x + 34, x + 35, x + 36, x + 37, x + 38, x + 39,
        x + 40, x + 41, x + 42, x + 43, x + 44, x + 45, x + 46, x + 47, x + 48, x + 49, x + 50, x + 51, x + 52, x + 53, x + 54, x + 55, x + 56, x + 57, x + 58, x + 59,
        x + 60, x + 61, x + 62, x + 63, x + 64, x + 65, x + 66, x + 67, x + 68, x + 69, x + 70, x + 71, x + 72, x + 73, x + 74, x + 75, x + 76, x + 77, x + 78, x + 79,
        x + 80, x + 81, x + 82, x + 83, x + 84, x + 85, x + 86, x + 87, x + 88, x + 89, x + 90, x + 91, x + 92, x + 93, x + 94, x + 95, x + 96, x + 97, x + 98, x + 99,
        x + 100, x + 101, x + 102, x + 103, x + 104, x + 105, x + 106, x + 107, x + 108, x + 109, x + 110, x + 111, x + 112, x + 113, x + 114, x + 115, x + 116, x + 117, x + 118, x + 119,
        x + 120, x + 121, x + 122, x + 123, x + 124, x + 125, x + 126, x + 127, x + 128, x + 129, x + 130, x + 131, x + 132, x + 133, x + 134, x + 135, x + 136, x + 137, x + 138, x + 139,
        x + 140, x + 141, x + 142, x + 143, x + 144, x + 145, x + 146, x + 147, x + 148, x + 149, x + 150, x + 151, x + 152, x + 153, x + 154, x + 155, x + 156, x + 157, x + 158, x + 159,
        x + 160, x + 161, x + 162, x + 163, x + 164, x + 165, x + 166, x + 167, x + 168, x + 169, x + 170, x + 171, x + 172, x + 173, x + 174, x + 175, x + 176, x + 177, x + 178, x + 179,
        x + 180, x + 181, x + 182, x + 183, x + 184, x + 185, x + 186, x + 187, x + 188, x + 189, x + 190, x + 191, x + 192, x + 193, x + 194, x + 195, x + 196, x + 197, x + 198, x + 199,
        x + 200, x + 201, x + 202, x + 203, x + 204, x + 205, x + 206, x + 207, x + 208, x + 209, x + 210, x + 211, x + 212, x + 213, x + 214, x + 215, x + 216, x + 217, x + 218, x + 219,
        x + 220, x + 221, x + 222, x + 223, x + 224, x + 225, x + 226, x + 227, x + 228, x + 229, x + 230, x + 231, x + 232, x + 233, x + 234, x + 235, x + 236, x + 237, x + 238, x + 239,
        x + 240, x + 241, x + 242, x + 243, x + 244, x + 245, x + 246, x + 247, x + 248, x + 249, x + 250, x + 251, x + 252, x + 253, x + 254, x + 255, x + 256, x + 257, x + 258, x + 259,
    )


def fails(log):
    return [
        mark(0, log), mark(1, log), mark(2, log), mark(3, log), mark(4, log), mark(5, log), mark(6, log), mark(7, log), mark(8, log), mark(9, log), mark(10, log), mark(11, log), mark(12, log), mark(13, log), mark(14, log), mark(15, log), mark(16, log), mark(17, log), mark(18, log), mark(19, log),
        mark(20, log), mark(21, log), mark(22, log), mark(23, log), mark(24, log), mark(25, log), mark(26, log), mark(27, log), mark(28, log), mark(29, log), mark(30, log), mark(31, log), mark(32, log), mark(33, log), mark(34, log), mark(35, log), mark(36, log), mark(37, log), mark(38, log), mark(39, log),
        mark(40, log), mark(41, log), mark(42, log), mark(43, log), mark(44, log), mark(45, log), mark(46, log), mark(47, log), mark(48, log), mark(49, log), mark(50, log), mark(51, log), mark(52, log), mark(53, log), mark(54, log), mark(55, log), mark(56, log), mark(57, log), mark(58, log), mark(59, log),
        mark(60, log), mark(61, log), mark(62, log), mark(63, log), mark(64, log), mark(65, log), mark(66, log), mark(67, log), mark(68, log), mark(69, log), mark(70, log), mark(71, log), mark(72, log), mark(73, log), mark(74, log), mark(75, log), mark(76, log), mark(77, log), mark(78, log), mark(79, log),
        mark(80, log), mark(81, log), mark(82, log), mark(83, log), mark(84, log), mark(85, log), mark(86, log), mark(87, log), mark(88, log), mark(89, log), mark(90, log), mark(91, log), mark(92, log), mark(93, log), mark(94, log), mark(95, log), mark(96, log), mark(97, log), mark(98, log), mark(99, log),
        mark(100, log), mark(101, log), mark(102, log), mark(103, log), mark(104, log), mark(105, log), mark(106, log), mark(107, log), mark(108, log), mark(109, log), mark(110, log), mark(111, log), mark(112, log), mark(113, log), mark(114, log), mark(115, log), mark(116, log), mark(117, log), mark(118, log), mark(119, log),
        mark(120, log), mark(121, log), mark(122, log), mark(123, log), mark(124, log), mark(125, log), mark(126, log), mark(127, log), mark(128, log), mark(129, log), mark(130, log), mark(131, log), mark(132, log), mark(133, log), mark(134, log), mark(135, log), mark(136, log), mark(137, log), mark(138, log), mark(139, log),
        mark(140, log), mark(141, log), mark(142, log), mark(143, log), mark(144, log), mark(145, log), mark(146, log), mark(147, log), mark(148, log), mark(149, log), mark(150, log), mark(151, log), mark(152, log), mark(153, log), mark(154, log), mark(155, log), mark(156, log), mark(157, log), mark(158, log), mark(159, log),
        mark(160, log), mark(161, log), mark(162, log), mark(163, log), mark(164, log), mark(165, log), mark(166, log), mark(167, log), mark(168, log), mark(169, log), mark(170, log), mark(171, log), mark(172, log), mark(173, log), mark(174, log), mark(175, log), mark(176, log), mark(177, log), mark(178, log), mark(179, log),
        mark(180, log), mark(181, log), mark(182, log), mark(183, log), mark(184, log), mark(185, log), mark(186, log), mark(187, log), mark(188, log), mark(189, log), mark(190, log), mark(191, log), mark(192, log), mark(193, log), mark(194, log), mark(195, log), mark(196, log), mark(197, log), mark(198, log), mark(199, log),
        mark(200, log), mark(201, log), mark(202, log), mark(203, log), mark(204, log), mark(205, log), mark(206, log), mark(207, log), mark(208, log), mark(209, log), mark(210, log), mark(211, log), mark(212, log), mark(213, log), mark(214, log), mark(215, log), mark(216, log), mark(217, log), mark(218, log), mark(219, log),
        mark(220, log), mark(221, log), mark(222, log), mark(223, log), mark(224, log), mark(225, log), mark(226, log), mark(227, log), mark(228, log), mark(229, log), mark(230, log), mark(231, log), mark(232, log), mark(233, log), mark(234, log), mark(235, log), mark(236, log), mark(237, log), mark(238, log), mark(239, log),
        mark(240, log), mark(241, log), mark(242, log), mark(243, log), mark(244, log), mark(245, log), mark(246, log), mark(247, log), mark(248, log), mark(249, log), mark(250, log), mark(251, log), mark(252, log), mark(253, log), mark(254, log), mark(255, log), mark(256, log), mark(257, log), mark(258, log), mark(259, log),
        mark(260, log), mark(261, log), mark(262, log), mark(263, log), mark(264, log), mark(265, log), mark(266, log), mark(267, log), mark(268, log), mark(269, log), mark(270, log), mark(271, log), mark(272, log), mark(273, log), mark(274, log), mark(275, log), mark(276, log), mark(277, log), mark(278, log), mark(279, log),
        mark(280, log), mark(281, log), mark(282, log), mark(283, log), mark(284, log), mark(285, log), mark(286, log), mark(287, log), mark(288, log), mark(289, log), mark(290, log), mark(291, log), mark(292, log), mark(293, log), mark(294, log), mark(295, log), mark(296, log), mark(297, log), mark(298, log), mark(299, log),
        mark(300, log), mark(301, log), mark(302, log), mark(303, log), mark(304, log), mark(305, log), mark(306, log), mark(307, log), mark(308, log), mark(309, log), mark(310, log), mark(311, log), mark(312, log), mark(313, log), mark(314, log), mark(315, log), mark(316, log), mark(317, log), mark(318, log), mark(319, log),
        mark(320, log), mark(321, log), mark(322, log), mark(323, log), mark(324, log), mark(325, log), mark(326, log), mark(327, log), mark(328, log), mark(329, log), mark(330, log), mark(331, log), mark(332, log), mark(333, log), mark(334, log), mark(335, log), mark(336, log), mark(337, log), mark(338, log), mark(339, log),
    ]


def short(x):
    return (
        x - 0, x - 1, x - 2, x - 3, x - 4, x - 5, x - 6, x - 7, x - 8, x - 9, x - 10, x - 11, x - 12, x - 13, x - 14, x - 15, x - 16, x - 17, x - 18, x - 19,
        x - 20, x - 21, x - 22, x - 23, x - 24, x - 25, x - 26, x - 27, x - 28, x - 29, x - 30, x - 31, x - 32, x - 33, x - 34, x - 35, x - 36, x - 37, x - 38, x - 39,
        x - 40, x - 41, x - 42, x - 43, x - 44, x - 45, x - 46, x - 47, x - 48, x - 49, x - 50, x - 51, x - 52, x - 53, x - 54, x - 55, x - 56, x - 57, x - 58, x - 59,
        x - 60, x - 61, x - 62, x - 63, x - 64, x - 65, x - 66, x - 67, x - 68, x - 69, x - 70, x - 71, x - 72, x - 73, x - 74, x - 75, x - 76, x - 77, x - 78, x - 79,
        x - 80, x - 81, x - 82, x - 83, x - 84, x - 85, x - 86, x - 87, x - 88, x - 89, x - 90, x - 91, x - 92, x - 93, x - 94, x - 95, x - 96, x - 97, x - 98, x - 99,
        x - 100, x - 101, x - 102, x - 103, x - 104, x - 105, x - 106, x - 107, x - 108, x - 109, x - 110, x - 111, x - 112, x - 113, x - 114, x - 115, x - 116, x - 117, x - 118, x - 119,
        x - 120, x - 121, x - 122, x - 123, x - 124, x - 125, x - 126, x - 127,
    ), [
        x * 0, x * 1, x * 2, x * 3, x * 4, x * 5, x * 6, x * 7, x * 8, x * 9, x * 10, x * 11, x * 12, x * 13, x * 14, x * 15, x * 16, x * 17, x * 18, x * 19,
        x * 20, x * 21, x * 22, x * 23, x * 24, x * 25, x * 26, x * 27, x * 28, x * 29, x * 30, x * 31, x * 32, x * 33, x * 34, x * 35, x * 36, x * 37, x * 38, x * 39,
        x * 40, x * 41, x * 42, x * 43, x * 44, x * 45, x * 46, x * 47, x * 48, x * 49, x * 50, x * 51, x * 52, x * 53, x * 54, x * 55, x * 56, x * 57, x * 58, x * 59,
        x * 60, x * 61, x * 62, x * 63, x * 64, x * 65, x * 66, x * 67, x * 68, x * 69, x * 70, x * 71, x * 72, x * 73, x * 74, x * 75, x * 76, x * 77, x * 78, x * 79,
        x * 80, x * 81, x * 82, x * 83, x * 84, x * 85, x * 86, x * 87, x * 88, x * 89, x * 90, x * 91, x * 92, x * 93, x * 94, x * 95, x * 96, x * 97, x * 98, x * 99,
        x * 100, x * 101, x * 102, x * 103, x * 104, x * 105, x * 106, x * 107, x * 108, x * 109, x * 110, x * 111, x * 112, x * 113, x * 114, x * 115, x * 116, x * 117, x * 118, x * 119,
        x * 120, x * 121, x * 122, x * 123, x * 124, x * 125, x * 126, x * 127, x * 128,
    ]


log = []
made = as_list(log)
print(made == log == list(range(300)), type(made), len(made))
print(as_tuple(5)[:3], as_tuple(2**61 - 100)[95:105], type(as_tuple(0.5)), sum(as_tuple(1)))
log = []
try:
    fails(log)
except ValueError as error:
    print(error, len(log), log[-1])
a, b = short(3)
print(len(a), len(b), a[-1], b[-1], type(a), type(b))
try:
    as_tuple("text")
except TypeError as error:
    print(error)
